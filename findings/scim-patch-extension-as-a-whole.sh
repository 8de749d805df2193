#!/bin/sh
# scim-patch 0.8.3: An extension that is replaced without a path is stored under its urn cut at the last dot, and the former one stays.
# RFC 7644, section 3.5.2.3, and RFC 7643, section 3.3: attributes of an extension are in an object whose name is its urn.
# By the RFC: {"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User":{"department":"Cranes"}}.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact scim-patch@0.8.3
cat >try.mjs <<'JS'
import { scimPatch } from 'scim-patch'
const urn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const ann = { schemas: [urn], userName: 'ann', [urn]: { department: 'Piers' } }
const { schemas, userName, ...after } = scimPatch(ann, [{ op: 'replace', value: { [urn]: { department: 'Cranes' } } }])
console.log(JSON.stringify(after))
JS
cat >expected.txt <<'TEXT'
{"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User":{"department":"Piers"},"urn:ietf:params:scim:schemas:extension:enterprise:2.0":{"User":{"department":"Cranes"}}}
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
