#!/bin/sh
# scimmy 1.3.5: A "replace" of a complex attribute drops the sub-attributes that the value leaves out.
# RFC 7644, section 3.5.2.3: sub-attributes that are not specified stay as they are.
# By the RFC: {"familyName":"Example","givenName":"Anna"}.
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
const ann = { id: '1', userName: 'ann', name: { givenName: 'Ann', familyName: 'Example' } }
const operation = { op: 'replace', path: 'name', value: { givenName: 'Anna' } }
const after = await patched(new SCIMMY.Schemas.User(ann, 'out'), operation)
console.log(JSON.stringify(after.name))
JS
cat >expected.txt <<'TEXT'
{"givenName":"Anna"}
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
