"""The referee's ear on a stream, with all that is heard kept besides."""

from arena.check.exchange import Exchange
from referee.conversation import Conversation
from referee.transport.engine_stream import EngineStream

__all__ = ["TappedConversation"]


class TappedConversation:
    """Hears what a conversation hears, and keeps it. Implements `StreamListener`."""

    def __init__(self, conversation: Conversation, exchange: Exchange) -> None:
        self._conversation = conversation
        self._exchange = exchange

    def opened(self, stream: EngineStream) -> None:
        """See `StreamListener.opened`."""
        self._exchange.note("the engine opened its stream")
        self._conversation.opened(stream)

    def received(self, data: bytes, arrived_us: int) -> bool:
        """See `StreamListener.received`."""
        self._exchange.heard(data, arrived_us)
        return self._conversation.received(data, arrived_us)

    def closed(self, detail: str) -> None:
        """See `StreamListener.closed`."""
        self._exchange.note(detail)
        self._conversation.closed(detail)
