#!/bin/sh
# scimmy 1.3.5: A filter by a sub-attribute is refused as soon as one of all resources lacks the attribute.
# RFC 7644, section 3.4.2.2: the example name.familyName co "O'Malley"; whoever has no name just does not match.
# By the RFC: ann.
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
const people = [
  { id: '1', userName: 'ann', name: { familyName: "O'Malley" } },
  { id: '2', userName: 'bob' },
]
console.log(await found('name.familyName co "O\'Malley"', people))
JS
cat >expected.txt <<'TEXT'
400 invalidValue
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
