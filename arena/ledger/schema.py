"""The tables of a ledger, and the settings under which it is written.

One row of `attempt` is one try of one match; everything else that a league shows is derived from
these rows. Records lie apart, so that reading results does not read records.

Journal: WAL, so that readers look on while a league writes. `synchronous` is FULL: WAL with NORMAL
would survive `kill -9` as well (what is written lies in the kernel), but a power cut could take
back a match whose record the referee has already dropped. FULL costs one fsync a commit, about
0.2 ms on a solid-state disk, in a process that keeps no clock.
"""

__all__ = ["APPLICATION_ID", "SCHEMA_VERSION", "TABLES"]

APPLICATION_ID = 0x504F4431
"""Stands in the header of the file, "POD1": tells a ledger from any other SQLite database."""

SCHEMA_VERSION = 1

TABLES = """
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
