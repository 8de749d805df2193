#!/usr/bin/env bash
# undici 7.30.2 and 8.13.1: through `ProxyAgent` and `EnvHttpProxyAgent`, version 7 opens a tunnel (CONNECT) for `http:` addresses as
# well, which proxies that allow tunnels to port 443 only answer with 403; curl, and undici since version 8, ask such proxies for the
# whole address (GET http://…). `proxyTunnel: false` makes version 7 do so. The `fetch` of Node 24 with NODE_USE_ENV_PROXY=1 is
# version 7.
# Seen: a proxy that refuses CONNECT is asked for CONNECT and the request fails in version 7 and in Node's fetch; with
# `proxyTunnel: false`, and in version 8, it is asked for GET and 200 arrives.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund undici@7.30.2 undici8@npm:undici@8.13.1 node@24.21.0 >/dev/null
cat >run.mjs <<'JS'
import http from 'node:http'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as seven from 'undici'
import * as eight from 'undici8'
const listen = async (server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${server.address().port}`
}
const target = http.createServer((_, answer) => answer.end('hello'))
const url = await listen(target)
let asked = []
const proxy = http.createServer((request, answer) => {
  asked.push(`${request.method} whole address`)
  http.get(request.url, (found) => found.pipe(answer))
})
proxy.on('connect', (_, socket) => {
  asked.push('CONNECT')
  socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
})
const uri = await listen(proxy)
const seen = {}
async function attempt(name, work) {
  asked = []
  const status = await work().catch(() => 'failed')
  seen[name] = [...asked, status]
}
const through = (undici, options) => async () =>
  (await undici.request(url, { dispatcher: new undici.ProxyAgent({ uri, ...options }) })).statusCode
await attempt('undici 7', through(seven))
await attempt('undici 7, proxyTunnel: false', through(seven, { proxyTunnel: false }))
await attempt('undici 8', through(eight))
await attempt('fetch of Node 24', async () => {
  const script = `fetch('${url}').then(({ status }) => process.exit(status === 200 ? 0 : 1), () => process.exit(1))`
  const env = { PATH: process.env.PATH, NODE_USE_ENV_PROXY: '1', http_proxy: uri }
  const [code] = await once(spawn(process.execPath, ['-e', script], { env }), 'exit')
  if (code !== 0) throw new Error('failed')
  return 200
})
console.log(JSON.stringify(seen))
process.exit()
JS
seen=$(node_modules/.bin/node run.mjs)
echo "$seen"
[ "$seen" = '{"undici 7":["CONNECT","failed"],"undici 7, proxyTunnel: false":["GET whole address",200],"undici 8":["GET whole address",200],"fetch of Node 24":["CONNECT","failed"]}' ]
