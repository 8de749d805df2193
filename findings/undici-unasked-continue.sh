#!/usr/bin/env bash
# undici 8.13.1, and version 7, which the fetch of Node 24 is: a server that answers `100 Continue` without having been asked for it, before its real answer,
# is not understood: "bad response". RFC 9110 (15.2) lets a server send any 1xx answer, and has a client read and ignore those that it
# does not expect; curl, node:http, and undici for `103 Early Hints`, do so.
# Seen: undici and fetch reject with "bad response", node:http and curl have 201.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund undici@8.13.1 node@24.21.0 >/dev/null
cat >run.mjs <<'JS'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { promisify } from 'node:util'
import { request } from 'undici'
const server = http.createServer((asked, answer) => {
  asked.resume().on('end', () => {
    if (asked.url === '/100') answer.writeContinue()
    else answer.writeEarlyHints({ link: '</a>; rel=preload' })
    answer.writeHead(201).end()
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${server.address().port}`
const [method, body] = ['POST', 'x']
const whole = (error) => error.cause?.message ?? error.message
const plain = (path) =>
  new Promise((resolve) => http.request(url + path, { method }, ({ statusCode }) => resolve(statusCode)).end(body))
const curl = async (path) =>
  (await promisify(execFile)('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-d', body, url + path])).stdout
const seen = {}
for (const path of ['/100', '/103'])
  seen[path] = [
    await request(url + path, { method, body }).then(({ statusCode }) => statusCode, whole),
    await fetch(url + path, { method, body }).then(({ status }) => status, whole),
    await plain(path),
    Number(await curl(path)),
  ]
console.log(JSON.stringify(seen))
server.closeAllConnections()
server.close()
const expected = { '/100': ['bad response', 'bad response', 201, 201], '/103': [201, 201, 201, 201] }
process.exitCode = JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1
JS
node_modules/.bin/node run.mjs
