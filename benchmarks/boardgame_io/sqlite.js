/** Storage for boardgame.io in one SQLite file that is synced at every write, as Boardwright's is. */
const { DatabaseSync } = require("node:sqlite");
const { Sync } = require("boardgame.io/internal");

const SCHEMA = `
  create table matches (id text primary key, initial text, state text, metadata text) without rowid;
  create table log (number integer primary key, match text, entry text);
  create index log_by_match on log (match);
`;

class Sqlite extends Sync {
  constructor(file) {
    super();
    const db = new DatabaseSync(file);
    db.exec(`pragma journal_mode = wal; pragma synchronous = full; ${SCHEMA}`);
    this.db = db;
    this.insert = db.prepare("insert into matches values (?, ?, ?, ?)");
    this.match = db.prepare("select initial, state, metadata from matches where id = ?");
    this.entries = db.prepare("select entry from log where match = ? order by number");
    this.metadata = db.prepare("update matches set metadata = ? where id = ?");
    this.state = db.prepare("update matches set state = ? where id = ?");
    this.entry = db.prepare("insert into log (match, entry) values (?, ?)");
  }

  createMatch(id, { initialState, metadata }) {
    const state = JSON.stringify(initialState);
    this.insert.run(id, state, state, JSON.stringify(metadata));
  }

  setState(id, state, deltalog) {
    this.db.exec("begin");
    this.state.run(JSON.stringify(state), id);
    for (const entry of deltalog ?? []) this.entry.run(id, JSON.stringify(entry));
    this.db.exec("commit");
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
