#!/bin/sh
# scimmy 1.3.5: A member who is in a group and is added again is there twice.
# RFC 7644, section 3.5.2.1: what is there already should not be changed by adding it; providers repeat such requests.
# By the RFC: ann bob.
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
const group = { id: '1', displayName: 'Divers', members: [{ value: 'ann' }, { value: 'bob' }] }
const operations = [{ op: 'add', path: 'members', value: [{ value: 'ann' }] }]
const after = await patched(new SCIMMY.Schemas.Group(group, 'out'), ...operations)
console.log(after.members.map((one) => one.value).join(' '))
JS
cat >expected.txt <<'TEXT'
ann bob ann
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
