#!/bin/sh
# scimmy 1.3.5: Asking for one attribute of an extension is refused.
# RFC 7644, sections 3.4.2.5 and 3.10: attributes of an extension are named by its urn, a colon and their name.
# By the RFC: the department for the second.
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
const urn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
User.extend(SCIMMY.Schemas.EnterpriseUser, false)
User.egress(() => ({ id: '1', userName: 'ann', [urn]: { department: 'Piers', costCenter: '7' } }))
const read = async (attributes) => {
  try {
    return JSON.stringify(await new User('1', { attributes }).read())
  } catch (error) {
    return `${error.status} ${error.scimType}`
  }
}
console.log(await read('userName'))
console.log(await read(`${urn}:department`))
JS
cat >expected.txt <<'TEXT'
{"id":"1","userName":"ann"}
400 invalidValue
TEXT
node try.mjs >seen.txt
cat seen.txt
# What was seen when this was written; a version that does otherwise makes this fail.
cmp expected.txt seen.txt
