#!/bin/sh
# scimmy 1.3.5: Texts are compared with regard to case, also of attributes that scimmy declares as not exact.
# RFC 7643, section 4.1.1: userName is case-insensitive; RFC 7644, section 3.4.2.2: comparisons follow caseExact.
# By the RFC: ann@corp.example.
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
console.log(SCIMMY.Schemas.User.definition.attribute('userName').config.caseExact)
console.log(await found('userName eq "ANN@corp.example"', [{ id: '1', userName: 'ann@corp.example' }]))
JS
cat >expected.txt <<'TEXT'
false
nobody
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
