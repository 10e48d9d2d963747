"""A referee process without games or engines, which does what its orders say.

`game_options["do"]` of a match: finish, void, kill, exit, hang (and end on SIGTERM), deaf (hang and
ignore SIGTERM), chat (events, then the end), babble (bytes that are no report), leave (say why and
go). The first word of the command line is "start", "exit" or "mute".
"""

import os
import signal
import sys

import zmq
from podesta.v1 import game_pb2, match_pb2, record_pb2, worker_pb2

from referee.record_builder import RECORD_FORMAT
from referee.worker_secret import take_secret


class ScriptedReferee:
    def __init__(self, endpoint: str, slot: int) -> None:
        self.slot = slot
        self.secret = take_secret()
        self.parent = os.getppid()
        self.context = zmq.Context()
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.connect(endpoint)

    def send(self, **report: object) -> None:
        message = worker_pb2.WorkerReport(slot=self.slot, **report)  # type: ignore[arg-type]
        self.socket.send(message.SerializeToString())

    def receive(self) -> worker_pb2.WorkerOrder:
        while not self.socket.poll(100):
            if os.getppid() != self.parent:
                sys.exit(0)
        return worker_pb2.WorkerOrder.FromString(self.socket.recv())

    def run(self) -> None:
        while True:
            self.send(idle=worker_pb2.Idle(pid=os.getpid(), secret=self.secret))
            order = self.receive()
            if order.HasField("stop"):
                return
            if order.HasField("play"):
                self.play(order.play)

    def play(self, spec: match_pb2.MatchSpec) -> None:
        do = spec.game_options["do"]
        record = record_pb2.MatchRecord(format=RECORD_FORMAT, spec=spec)
        record.termination = game_pb2.TERMINATION_COMPLETED
        for place in range(len(spec.engines)):
            record.outcome.seats.add(placement=place + 1)
        record.decisions.add(seat=0, move=spec.match_id)
        event = match_pb2.MatchEvent(match_id=spec.match_id)
        event.started.game = spec.game
        self.send(event=event)
        if do == "void":
            record.termination = game_pb2.TERMINATION_VOID
            record.reason = "the referee has no memory left"
        elif do == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif do == "exit":
            print("the referee found a bug", file=sys.stderr, flush=True)
            os._exit(3)
        elif do == "leave":
            self.send(leaving=worker_pb2.Leaving(reason="the disk is on fire"))
            self.socket.close(linger=1000)
            self.context.term()
            sys.exit(0)
        elif do == "babble":
            self.socket.send(b"\xff\xff\xff")
        elif do in ("hang", "deaf"):
            if do == "deaf":
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while os.getppid() == self.parent:
                signal.sigtimedwait([signal.SIGUSR1], 0.1)
            os._exit(0)
        elif do == "chat":
            for ply in range(3):
                moved = match_pb2.MatchEvent(match_id=spec.match_id)
                moved.move.ply = ply
                self.send(event=moved)
        if do != "babble":
            # A record is sent again while the arena is slow.
            self.send(record=record)
            self.send(record=record)
        while True:
            order = self.receive()
            if order.HasField("stop"):
                sys.exit(0)
            if order.committed.match_id == spec.match_id:
                return


def main() -> None:
    how, _, words = sys.argv[1], sys.argv[2], sys.argv[3:]
    options = dict(zip(words[::2], words[1::2], strict=True))
    if how == "exit":
        sys.exit("there is no such module as grpc")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if how == "mute":
        signal.pause()
    ScriptedReferee(options["--connect"], int(options["--slot"])).run()


if __name__ == "__main__":
    main()
