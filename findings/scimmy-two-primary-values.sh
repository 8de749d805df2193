#!/bin/sh
# scimmy 1.3.5: Adding a primary address leaves the former one primary as well.
# RFC 7644, section 3.5.2: the server sets "primary" of the former value to false; RFC 7643, section 2.4: true appears once at most.
# By the RFC: a@mail.example:false b@mail.example:true.
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
const ann = { id: '1', userName: 'ann', emails: [{ value: 'a@mail.example', type: 'work', primary: true }] }
const value = [{ value: 'b@mail.example', type: 'home', primary: true }]
const after = await patched(new SCIMMY.Schemas.User(ann, 'out'), { op: 'add', path: 'emails', value })
console.log(after.emails.map((one) => `${one.value}:${one.primary}`).join(' '))
JS
cat >expected.txt <<'TEXT'
a@mail.example:true b@mail.example:true
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
