#!/bin/sh
# scimmy 1.3.5: A "replace" without a path adds to attributes of several values instead of replacing them.
# RFC 7644, section 3.5.2.3: without a path, the value holds attributes that are to be replaced; its last example replaces all addresses.
# By the RFC: new@mail.example.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact scimmy@1.3.5
cat >try.mjs <<'JS'
import SCIMMY from 'scimmy'
const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
const patched = async (resource, ...Operations) => {
  const result = await new SCIMMY.Messages.PatchOp({ schemas, Operations }).apply(resource)
  return JSON.parse(JSON.stringify(result))
}
const ann = { id: '1', userName: 'ann', emails: [{ value: 'old@mail.example', type: 'work' }] }
const value = { emails: [{ value: 'new@mail.example', type: 'home' }] }
const after = await patched(new SCIMMY.Schemas.User(ann, 'out'), { op: 'replace', value })
console.log(after.emails.map((one) => one.value).join(' '))
JS
cat >expected.txt <<'TEXT'
old@mail.example new@mail.example
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
