#!/bin/sh
# scimmy 1.3.5: Who has no title is found by parts of the word "undefined".
# RFC 7644, section 3.4.2.2: "co", "sw" and "ew" match when the operator value is part of the attribute value, and there is none.
# By the RFC: "nobody" twice.
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
const people = [{ id: '1', userName: 'ann' }, { id: '2', userName: 'bob', title: 'Head of Finance' }]
console.log(await found('title co "fine"', people))
console.log(await found('title sw "un"', people))
JS
cat >expected.txt <<'TEXT'
ann
ann
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
