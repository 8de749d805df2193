#!/bin/sh
# scimmy 1.3.5: A filter that names an attribute with its schema finds nobody.
# RFC 7644, section 3.4.2.2: the example urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J".
# By the RFC: James both times.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact scimmy@1.3.5
cat >try.mjs <<'JS'
import SCIMMY from 'scimmy'
const { User } = SCIMMY.Resources
SCIMMY.Resources.declare(User)
/** The names that a server finds which matches with the filter that scimmy parsed, as its documentation shows. */
const found = async (filter, people) => {
  User.egress((resource) => resource.filter.match(people))
  try {
    return (await new User({ filter }).read()).Resources.map(({ userName }) => userName).join(' ') || 'nobody'
  } catch (error) {
    return `${error.status} ${error.scimType}`
  }
}
const people = [{ id: '1', userName: 'James' }]
console.log(await found('userName sw "J"', people))
console.log(await found('urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', people))
JS
cat >expected.txt <<'TEXT'
James
nobody
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
