/** Storage for boardgame.io in one SQLite file that is synced at every write, as Boardwright's is. */
const Database = require("better-sqlite3");
const { Sync } = require("boardgame.io/internal");

const SCHEMA = `
  create table matches (id text primary key, initial text, state text, metadata text) without rowid;
  create table log (number integer primary key, match text, entry text);
  create index log_by_match on log (match);
`;

class Sqlite extends Sync {
  constructor(file) {
    super();
    const db = new Database(file);
    db.pragma("journal_mode = wal");
    db.pragma("synchronous = full");
    db.exec(SCHEMA);
    this.insert = db.prepare("insert into matches values (?, ?, ?, ?)");
    this.match = db.prepare("select initial, state, metadata from matches where id = ?");
    this.entries = db.prepare("select entry from log where match = ? order by number");
    this.metadata = db.prepare("update matches set metadata = ? where id = ?");
    const state = db.prepare("update matches set state = ? where id = ?");
    const entry = db.prepare("insert into log (match, entry) values (?, ?)");
    this.advance = db.transaction((id, next, entries) => {
      state.run(JSON.stringify(next), id);
      for (const each of entries) entry.run(id, JSON.stringify(each));
    });
  }

  createMatch(id, { initialState, metadata }) {
    const state = JSON.stringify(initialState);
    this.insert.run(id, state, state, JSON.stringify(metadata));
  }

  setState(id, state, deltalog) {
    this.advance(id, state, deltalog ?? []);
  }

  setMetadata(id, metadata) {
    this.metadata.run(JSON.stringify(metadata), id);
  }

  fetch(id, wanted) {
    const row = this.match.get(id);
    if (row === undefined) return {};
    const found = {};
    if (wanted.state) found.state = JSON.parse(row.state);
    if (wanted.initialState) found.initialState = JSON.parse(row.initial);
    if (wanted.metadata) found.metadata = JSON.parse(row.metadata);
    if (wanted.log) found.log = this.entries.all(id).map(({ entry }) => JSON.parse(entry));
    return found;
  }
}

module.exports = { Sqlite };
