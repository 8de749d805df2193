#!/bin/sh
# zod 4.6.7: `z.toJSONSchema` joins a choice of plain types into a list (`"type": ["string", "null"]`) after `override` has run, so
# `override` cannot keep lists out of the result, for example for language models, which often accept one type only.
# Seen: `override` gets {"anyOf":[{"type":"string"},{"type":"null"}]}; the result says {"type":["string","null"]}.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact zod@4.6.7
cat >try.mjs <<'JS'
import { z } from 'zod'
const seen = []
const schema = z.toJSONSchema(z.object({ note: z.string().nullable() }), {
  override: ({ jsonSchema }) => void (jsonSchema.anyOf && seen.push(JSON.stringify(jsonSchema))),
})
console.log(seen[0], JSON.stringify(schema.properties.note))
JS
result=$(node try.mjs)
echo "$result"
test "$result" = '{"anyOf":[{"type":"string"},{"type":"null"}]} {"type":["string","null"]}'
