#!/bin/sh
# oazapfts 7.5.0: a `const` of false is read as no `const`: the type is boolean, or any if the schema has no `type`.
# JSON Schema, section 6.1.3: the value of "const" may be of any type, including false.
# By the specification: false for both properties.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact oazapfts@7.5.0 @oazapfts/runtime@1.2.0
cat >openapi.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Outcomes", "version": "1" },
  "paths": {
    "/outcome": {
      "get": {
        "operationId": "getOutcome",
        "responses": {
          "200": {
            "description": "OK",
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Outcome" } } }
          }
        }
      }
    }
  },
  "components": {
    "schemas": {
      "Outcome": {
        "type": "object",
        "required": ["on", "off", "untyped"],
        "properties": {
          "on": { "type": "boolean", "const": true },
          "off": { "type": "boolean", "const": false },
          "untyped": { "const": false }
        }
      }
    }
  }
}
JSON
cat >expected.txt <<'TEXT'
    on: true;
    off: boolean;
    untyped: any;
TEXT
npx oazapfts openapi.json api.ts
grep -A3 'type Outcome = ' api.ts | tail -n +2 >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
