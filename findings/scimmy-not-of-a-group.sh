#!/bin/sh
# scimmy 1.3.5: "not" before a group negates each comparison in it and leaves "and" and "or" as they are.
# RFC 7644, section 3.4.2.2: "not" negates the expression in the parentheses.
# By the RFC: "bob eve" and "eve".
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
  { id: '1', userName: 'ann', title: 'diver', userType: 'intern' },
  { id: '2', userName: 'bob', title: 'diver', userType: 'employee' },
  { id: '3', userName: 'eve', title: 'pilot', userType: 'employee' },
]
console.log(await found('not (title eq "diver" and userType eq "intern")', people))
console.log(await found('not (title eq "diver" or userType eq "intern")', people))
JS
cat >expected.txt <<'TEXT'
eve
bob eve
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
