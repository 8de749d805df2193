#!/bin/sh
# scim-patch 0.8.3: An attribute that is named in another case becomes a second attribute.
# RFC 7643, section 2.1: names are case-insensitive; the example of RFC 7644, section 3.5.2.1, adds "nickname" to a user with "nickName".
# By the RFC: Annie undefined.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact scim-patch@0.8.3
cat >try.mjs <<'JS'
import { scimPatch } from 'scim-patch'
const ann = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'ann', nickName: 'Ann' }
const after = scimPatch(ann, [{ op: 'add', value: { nickname: 'Annie' } }])
console.log(after.nickName, after.nickname)
JS
cat >expected.txt <<'TEXT'
Ann Annie
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
