#!/usr/bin/env bash
# standardwebhooks 1.1.1 and svix 1.99.1: `verify` takes the headers as a plain object only. The `Headers` of a Fetch `Request`, which
# h3, Hono, Next.js and Workers hand to a handler, look empty to it, so a correctly signed delivery is refused as one without headers.
# `Object.fromEntries(request.headers)` helps. An empty body that is signed correctly is accepted by the first and refused by the other.
# Seen: the plain object passes, `Headers` gives "Missing required headers"; the empty body gives undefined and a SyntaxError.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund standardwebhooks@1.1.1 svix@1.99.1 >/dev/null
cat >run.mjs <<'JS'
import { Webhook } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
const secret = Buffer.alloc(24, 7).toString('base64')
const headersOf = (body) => {
  const now = new Date()
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  }
}
const attempt = (Verifier, body, toHeaders) => {
  try {
    return new Verifier(secret).verify(body, toHeaders(headersOf(body))) ?? null
  } catch (error) {
    return `${error.name}: ${error.message}`
  }
}
const plain = (headers) => headers
const fetched = (headers) => new Headers(headers)
for (const Verifier of [Webhook, Svix])
  console.log(JSON.stringify([attempt(Verifier, '{"a":1}', plain), attempt(Verifier, '{"a":1}', fetched), attempt(Verifier, '', plain)]))
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '[{"a":1},"WebhookVerificationError: Missing required headers",null]
[{"a":1},"WebhookVerificationError: Missing required headers","SyntaxError: Unexpected end of JSON input"]' ]
