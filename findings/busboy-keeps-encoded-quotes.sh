#!/usr/bin/env bash
# busboy 1.6.0: browsers write a quotation mark in the name of an uploaded file as `%22`, and line breaks as
# `%0D%0A`, as HTML and Fetch say, while other signs, such as `%` itself, stay as they are. busboy does not decode them, so a file that somebody
# calls `say "hi".txt` arrives as `say %22hi%22.txt`; `Response.formData()` of Node 24 (undici) restores it.
# Seen: the body that `FormData` makes of `say "hi" 5%.txt` is `say %22hi%22 5%.txt` in busboy and `say "hi" 5%.txt` in Node.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund busboy@1.6.0 >/dev/null
cat >run.mjs <<'JS'
import busboy from 'busboy'
const form = new FormData()
form.append('file', new Blob(['x']), 'say "hi" 5%.txt')
const request = new Response(form)
const type = request.headers.get('content-type')
const body = Buffer.from(await request.arrayBuffer())
const parser = busboy({ headers: { 'content-type': type }, defParamCharset: 'utf8' })
parser.on('file', (_field, stream, { filename }) => {
  console.log(filename)
  stream.resume()
})
await new Promise((resolve) => parser.on('close', resolve).end(body))
const read = await new Response(body, { headers: { 'content-type': type } }).formData()
console.log(read.get('file').name)
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = 'say %22hi%22 5%.txt
say "hi" 5%.txt' ]
