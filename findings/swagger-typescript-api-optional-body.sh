#!/bin/sh
# swagger-typescript-api 13.13.0: the body of a request is a required argument although `requestBody.required` is absent.
# OpenAPI 3.1.1, section 4.8.13: "required" defaults to false.
# By the specification: `data?: Filter`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact swagger-typescript-api@13.13.0
cat >openapi.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Things", "version": "1" },
  "paths": {
    "/things": {
      "post": {
        "operationId": "findThings",
        "requestBody": {
          "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Filter" } } }
        },
        "responses": { "204": { "description": "OK" } }
      }
    }
  },
  "components": {
    "schemas": { "Filter": { "type": "object", "properties": { "name": { "type": "string" } } } }
  }
}
JSON
cat >expected.txt <<'TEXT'
findThings: (data: Filter, params: RequestParams = {}) =>
TEXT
npx swagger-typescript-api generate -p openapi.json -o . -n api.ts >/dev/null
grep -o 'findThings: .*' api.ts >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
