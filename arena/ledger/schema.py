"""The tables of a ledger, and the settings under which it is written.

One row of `attempt` is one try of one match; everything else that a league shows is derived from
these rows. Records lie apart, so that reading results does not read records.

Journal: WAL, so that readers look on while a league writes. `synchronous` is FULL: WAL with NORMAL
would survive `kill -9` as well (what is written lies in the kernel), but a power cut could take
back a match whose record the referee has already dropped. FULL costs one fsync a commit, about
0.2 ms on a solid-state disk, in a process that keeps no clock.
"""

__all__ = ["APPLICATION_ID", "OLDEST_VERSION", "SCHEMA_VERSION", "TABLES", "UPGRADES"]

APPLICATION_ID = 0x504F4431
"""Stands in the header of the file, "POD1": tells a ledger from any other SQLite database."""

OLDEST_VERSION = 1
"""Ledgers from this version on can be read as they are, and are brought up to date by a run."""

SCHEMA_VERSION = 3

_FIRST_TABLES = """
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE attempt (
  match_id TEXT NOT NULL,
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  deal_id TEXT NOT NULL,
  engines TEXT NOT NULL,           -- JSON list of engine ids by seat
  state TEXT NOT NULL CHECK
    (state IN ('running', 'counted', 'void', 'interrupted', 'superseded')),
  cause TEXT NOT NULL DEFAULT '',
  forgiven INTEGER NOT NULL DEFAULT 0,  -- a void that no longer counts towards the limit
  number INTEGER UNIQUE,           -- order in which tries ended
  started_at_us INTEGER NOT NULL,  -- wall time, for people only
  ended_at_us INTEGER,
  placements TEXT,                 -- JSON list by seat; these and the following only with a record
  termination INTEGER,
  reason TEXT,
  faulty_seats TEXT,               -- JSON list
  stand_in INTEGER,
  plies INTEGER,
  duration_us INTEGER,
  initial_digest BLOB,
  moves_digest BLOB,
  PRIMARY KEY (match_id, attempt)
);
CREATE UNIQUE INDEX attempt_counted ON attempt (match_id) WHERE state = 'counted';
CREATE INDEX attempt_deal ON attempt (deal_id);

CREATE TABLE record (
  match_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  content BLOB NOT NULL,           -- as referee.record_file encodes it
  PRIMARY KEY (match_id, attempt),
  FOREIGN KEY (match_id, attempt) REFERENCES attempt (match_id, attempt)
);

CREATE TABLE fault (
  match_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  place INTEGER NOT NULL,          -- order within the match
  seat INTEGER NOT NULL,
  engine_id TEXT NOT NULL,
  kind INTEGER NOT NULL,
  ply INTEGER NOT NULL,
  forgiven INTEGER NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (match_id, attempt, place),
  FOREIGN KEY (match_id, attempt) REFERENCES attempt (match_id, attempt)
);

CREATE TABLE suspension (
  engine_id TEXT NOT NULL,
  identity TEXT NOT NULL,
  reason TEXT NOT NULL,
  since_number INTEGER NOT NULL,   -- tries that had ended by then
  lifted INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX suspension_active ON suspension (engine_id, identity) WHERE lifted = 0;
"""

_UPKEEP_TABLES = """
CREATE INDEX attempt_uncounted ON attempt (state, match_id) WHERE state <> 'counted';
CREATE INDEX attempt_faulty ON attempt (number) WHERE faulty_seats <> '[]';

CREATE TABLE revision (              -- one row: grows with every change, whoever makes it
  number INTEGER NOT NULL
);
INSERT INTO revision VALUES (1);

CREATE TABLE derived (               -- what was computed from the other tables, to show it at once
  key TEXT PRIMARY KEY,
  revision INTEGER NOT NULL,         -- holds only while this is still the revision
  content BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE audit (                 -- who changed the league, when and why; rows are only added
  number INTEGER PRIMARY KEY,
  at_us INTEGER NOT NULL,            -- wall time
  user TEXT NOT NULL,
  act TEXT NOT NULL,
  subject TEXT NOT NULL,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL               -- one line for people
);

CREATE TABLE request (               -- what a running league is asked to do, and its answer
  number INTEGER PRIMARY KEY,
  at_us INTEGER NOT NULL,
  user TEXT NOT NULL,
  content TEXT NOT NULL,             -- JSON object: see arena.league.act
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'refused')),
  answer TEXT NOT NULL DEFAULT ''
);

CREATE TABLE duplicate (             -- results that came by a merge for matches that have one
  match_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  source TEXT NOT NULL,              -- where they came from, for people
  placements TEXT NOT NULL,
  moves_digest BLOB NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (match_id, attempt, moves_digest)
);
"""

_WATCHED = (
    ("attempt", ("INSERT", "UPDATE", "DELETE")),
    ("record", ("UPDATE", "DELETE")),
    ("fault", ("UPDATE", "DELETE")),
    ("suspension", ("INSERT", "UPDATE", "DELETE")),
    ("meta", ("INSERT", "UPDATE", "DELETE")),
)
"""Tables that something derived may rest on. Records and faults are added with their attempt."""


def _triggers(watched: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    """Triggers that count revisions: also for changes by other programs than podesta."""
    return "".join(
        f"CREATE TRIGGER {table}_{event.lower()} AFTER {event} ON {table}"
        " BEGIN UPDATE revision SET number = number + 1; END;\n"
        for table, events in watched
        for event in events
    )


_UPKEEP = _UPKEEP_TABLES + _triggers(_WATCHED)

_PAIRINGS = """
CREATE TABLE pairing (               -- what a format that goes by results has decided
  place INTEGER PRIMARY KEY,         -- order of decisions
  label TEXT NOT NULL UNIQUE,        -- place in the format
  engines TEXT NOT NULL,             -- JSON list of engine ids, in the format's order
  identities TEXT NOT NULL,          -- JSON list: the version of each that was paired, or played
  deal_index INTEGER,                -- counts the deals of these engines; absent without a table
  after_number INTEGER NOT NULL,     -- tries that had ended when it was decided
  closing TEXT                       -- JSON object once nothing of it is left to play
);
""" + _triggers((("pairing", ("INSERT", "UPDATE", "DELETE")),))

TABLES = _FIRST_TABLES + _UPKEEP + _PAIRINGS
"""Statements that make a ledger, one after another, each ended by ";" and the end of a line."""

UPGRADES = {1: _UPKEEP, 2: _PAIRINGS}
"""By version, the statements that make the next version of a ledger."""
