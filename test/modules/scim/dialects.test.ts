import { addServiceKey } from '@plinth/api-keys/testing'
import { addRole, superAdminOf } from '@plinth/auth/testing'
import { expect, test } from 'vitest'
import { bearer } from '../auth/_accounts.ts'
import { connect, scimApp } from './_scim.ts'
import { ask, ENTERPRISE, GROUP, patch, type Step, USER, walk } from './_walk.ts'

// What providers send and administrators of other products report, beyond the samples that providers publish.

const work = { value: 'kim@corp.example', type: 'work', primary: true }
const kim = {
  schemas: [USER, ENTERPRISE],
  userName: 'kim@corp.example',
  externalId: 'kim',
  name: { givenName: 'Kim', familyName: 'Müller' },
  nickName: 'K',
  title: 'MÜLLER',
  emails: [work, { value: 'kim@home.example', type: 'home' }],
  phoneNumbers: [
    { value: '+49 1', type: 'work' },
    { value: '+49 1', type: 'mobile' },
  ],
  addresses: [{ type: 'work', country: 'DE' }],
  x509Certificates: [{ value: 'AAAA' }],
  [ENTERPRISE]: { department: 'Sales', manager: { value: 'm-1' } },
}

const create = (path: string, body: object, save: string): Step => ({
  title: save,
  send: `POST ${path}`,
  body,
  status: 201,
  save,
})
const person = (name: string) =>
  create('/Users', { schemas: [USER], userName: `${name}@corp.example`, externalId: name }, name)

const refused = (title: string, send: string, ...[scimType, body]: [string, object?]): Step => ({
  title,
  send,
  status: 400,
  has: { scimType },
  ...(body && { body }),
})
const found = (title: string, filter: string, ...lists: string[]): Step => ({
  title,
  send: `GET /Users?filter=${filter}`,
  status: 200,
  lists,
})
const changed = (title: string, operation: object, ...[has, lacks = []]: [object, string[]?]): Step => ({
  title,
  send: 'PATCH /Users/{kim}',
  body: patch(operation),
  status: 200,
  has,
  lacks,
})

const changedUser = (id: string, operation: object): Step => ({
  title: 'changed',
  send: `PATCH /Users/${id}`,
  body: patch(operation),
  status: 200,
})

test('filters compare what can be compared, and refuse the rest', async () => {
  await using app = await scimApp()
  const filter = (text: string) => refused(text, `GET /Users?filter=${text}`, 'invalidFilter')
  await walk(await connect(app), [
    create('/Users', kim, 'kim'),
    person('lee'),
    create('/Groups', { schemas: [GROUP], displayName: 'Staff', members: [{ value: '{kim}' }] }, 'staff'),
    found('a boolean as text', 'active eq "True"', 'kim', 'lee'),
    filter('active eq 1'),
    filter('active eq "yes"'),
    filter('emails[primary eq "maybe"]'),
    filter('x509Certificates.value gt "A"'),
    filter('x509Certificates[value le "A"]'),
    found('binary values are equal or not', 'x509Certificates.value eq "AAAA"', 'kim'),
    found('values without one that stands for the whole', 'addresses pr', 'kim'),
    found('and without any', 'not (addresses pr)', 'lee'),
    found('an attribute with parts', 'name pr', 'kim'),
    filter('name co "Kim"'),
    filter('name eq "Kim"'),
    found('letters of any alphabet', 'title eq "müller" and name.familyName sw "mÜ"', 'kim'),
    found('what is read only, too', 'groups.type eq "direct" and groups.$ref ew "{staff}"', 'kim'),
    found('the address of the resource', 'meta.location ew "/Users/{lee}"', 'lee'),
    filter("userName eq 'kim@corp.example'"),
    filter('userName eq kim'),
  ])
})

test('lists are sorted and paged whatever is left out', async () => {
  await using app = await scimApp()
  const list = (query: string, ...lists: string[]): Step => ({
    title: query,
    send: `GET /Users?${query}`,
    status: 200,
    lists,
    ordered: true,
  })
  const search = 'POST /Users/.search'
  await walk(await connect(app), [
    create('/Users', kim, 'kim'),
    person('lee'),
    list('sortBy=userName&sortOrder=Descending', 'lee', 'kim'),
    list('sortBy=userName&count=', 'kim', 'lee'),
    list('sortBy=userName&startIndex=&count=1', 'kim'),
    list('sortBy=userName&aadOptscim062020', 'kim', 'lee'),
    list('count=0'),
    refused('a value with parts has no order', 'GET /Users?sortBy=name', 'invalidPath'),
    {
      title: 'null is left out',
      send: search,
      body: { count: null, startIndex: null, filter: null, sortBy: 'userName', sortOrder: null },
      status: 200,
      lists: ['kim', 'lee'],
    },
    {
      title: 'an extension without its urn',
      send: 'GET /Users/{kim}?attributes=department',
      status: 200,
      has: { [ENTERPRISE]: { department: 'Sales' } },
      lacks: ['userName'],
    },
    {
      title: 'a part of values that a filter chooses',
      send: 'GET /Users/{kim}?attributes=phoneNumbers[type eq "work"].value',
      status: 200,
      has: { phoneNumbers: [{ value: '+49 1' }, { value: '+49 1' }] },
    },
  ])
})

test('nothing in a value unassigns the attribute, and nothing at all is refused', async () => {
  await using app = await scimApp()
  const set = (path: string, value: unknown) => ({ op: 'replace', path, value })
  await walk(await connect(app), [
    create('/Users', kim, 'kim'),
    changed('an empty list', set('name.givenName', []), { name: { familyName: 'Müller' } }),
    changed('of a complex attribute', set('name', []), {}, ['name']),
    changed('an empty object', set('nickName', {}), {}, ['nickName']),
    changed('the manager', set(`${ENTERPRISE}:manager`, []), { [ENTERPRISE]: { department: 'Sales' } }),
    changed('the state stays', set('active', []), { active: true }),
    refused('no value', 'PATCH /Users/{kim}', 'invalidValue', patch({ op: 'replace', path: 'title' })),
    { title: 'kept', send: 'GET /Users/{kim}', status: 200, has: { title: 'MÜLLER' } },
  ])
})

test('a value is removed by its type as well', async () => {
  await using app = await scimApp()
  const remove = (path: string, value: unknown) => ({ op: 'remove', path, value })
  await walk(await connect(app), [
    create('/Users', kim, 'kim'),
    changed('another type', remove('emails', [{ type: 'other', value: 'kim@home.example' }]), { emails: kim.emails }),
    changed('of two', remove('phoneNumbers', [{ type: 'mobile', value: '+49 1' }]), {
      phoneNumbers: [{ value: '+49 1', type: 'work' }],
    }),
    changed('all of a type', remove('emails', [{ type: 'Home' }]), { emails: [work] }),
    changed('in any type', remove('phoneNumbers', ['+49 1']), {}, ['phoneNumbers']),
  ])
})

test('an address that has lost its text is none, and spaces around one are no part of it', async () => {
  await using app = await scimApp()
  const saved = await walk(await connect(app), [
    create('/Users', kim, 'kim'),
    changed('Entra removes it', { op: 'Remove', path: 'emails[type eq "work"].value' }, {}),
    create(
      '/Users',
      { userName: 'spaced', externalId: 'spaced', emails: [{ value: ' spaced@corp.example ' }] },
      'spaced',
    ),
  ])
  const addresses = await app.sql('select email from users where id = any ($1) order by email', [
    [saved.get('kim'), saved.get('spaced')],
  ])
  expect(addresses).toEqual([{ email: 'kim@home.example' }, { email: 'spaced@corp.example' }])
})

test('a group is changed as a whole or not at all, and by its own members', async () => {
  await using app = await scimApp()
  const change = 'PATCH /Groups/{staff}'
  const add = (value: unknown) => ({ op: 'add', path: 'members', value })
  const unchanged: Step = {
    title: 'nothing stays of what was refused',
    send: 'GET /Groups/{staff}',
    status: 200,
    is: { displayName: 'Staff', members: [{ value: '{kim}' }] },
  }
  await walk(await connect(app), [
    create('/Users', kim, 'kim'),
    person('lee'),
    create('/Groups', { schemas: [GROUP], displayName: 'Other' }, 'other'),
    create('/Groups', { schemas: [GROUP], displayName: 'Staff', members: [{ value: '{kim}' }] }, 'staff'),
    {
      title: 'a name that is taken, after a member',
      send: change,
      body: patch(add([{ value: '{lee}' }]), { op: 'replace', path: 'displayName', value: 'OTHER' }),
      status: 409,
      has: { scimType: 'uniqueness' },
    },
    unchanged,
    refused('a nested group', change, 'invalidValue', patch(add([{ value: '{other}', type: 'Group' }]))),
    refused('somebody as a group', change, 'invalidValue', patch(add([{ value: '{lee}', type: 'Group' }]))),
    refused(
      'a member who is none',
      change,
      'noTarget',
      patch({ op: 'replace', path: 'members[value eq "{lee}"]', value: { value: '{lee}' } }),
    ),
    refused('no members at all', change, 'invalidValue', patch({ op: 'replace', path: 'members' })),
    refused('another quote', change, 'invalidPath', patch({ op: 'remove', path: "members[value eq '{kim}']" })),
    unchanged,
    {
      title: 'a member for another',
      send: `${change}?attributes=members`,
      body: patch({ op: 'Replace', path: 'Members[Value eq "{kim}"]', value: [{ value: '{lee}', type: 'user' }] }),
      status: 200,
      is: { members: [{ value: '{lee}' }] },
    },
    {
      title: 'a member by the address alone',
      send: `${change}?attributes=members`,
      body: patch(add([{ $ref: 'https://acme.example/api/scim/v2/Users/{kim}' }, { $ref: '../Users/{lee}' }])),
      status: 200,
      is: { members: [{ value: '{lee}' }, { value: '{kim}' }] },
    },
    refused('a group by its address', change, 'invalidValue', patch(add([{ $ref: '../Groups/{other}' }]))),
  ])
})

test('versions change with what is answered: the groups of a person, and the members of a group', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const saved = await walk(provider, [
    create('/Users', kim, 'kim'),
    person('lee'),
    create('/Groups', { schemas: [GROUP], displayName: 'Staff', members: [{ value: '{lee}' }] }, 'staff'),
  ])
  const [personPath, groupPath] = [`/Users/${saved.get('kim')}`, `/Groups/${saved.get('staff')}`]
  const versionOf = async (path: string) => (await ask(provider, { method: 'GET', path })).headers.get('etag')!
  const isKnown = async (path: string, version: string) =>
    (await ask(provider, { method: 'GET', path, headers: { 'if-none-match': version } })).status === 304
  const [alone, before] = [await versionOf(personPath), await versionOf(groupPath)]
  expect(alone).toBe(saved.get('kim.version'))

  const joined = await ask(provider, {
    method: 'PATCH',
    path: groupPath,
    body: patch({ op: 'add', path: 'members', value: [{ value: saved.get('kim') }] }),
  })
  expect(await isKnown(personPath, alone)).toBe(false)
  const member = await versionOf(personPath)
  expect([await isKnown(personPath, member), await isKnown(groupPath, joined.headers.get('etag')!)]).toEqual([
    true,
    true,
  ])
  const page = await ask(provider, {
    method: 'GET',
    path: `/Users?filter=externalId eq "kim"&excludedAttributes=groups`,
  })
  expect(page.body).toMatchObject({ Resources: [{ meta: { version: member } }] })
  const stale = { method: 'PATCH', path: personPath, body: patch({ op: 'replace', path: 'title', value: 'T' }) }
  expect((await ask(provider, { ...stale, headers: { 'if-match': alone } })).status).toBe(412)
  const written = await ask(provider, { ...stale, headers: { 'if-match': member } })
  expect(written.headers.get('etag')).toBe(await versionOf(personPath))

  const full = await versionOf(groupPath)
  expect((await ask(provider, { method: 'DELETE', path: `/Users/${saved.get('lee')}` })).status).toBe(204)
  expect(await isKnown(groupPath, full)).toBe(false)
  const left = await versionOf(groupPath)
  const list = await ask(provider, { method: 'GET', path: '/Groups?excludedAttributes=members' })
  expect(list.body).toMatchObject({ Resources: [{ meta: { version: left } }] })
  const renamed = await ask(provider, {
    method: 'PUT',
    path: groupPath,
    body: { displayName: 'Crew' },
    headers: { 'if-match': left },
  })
  expect([renamed.status, renamed.headers.get('etag')]).toEqual([200, await versionOf(groupPath)])
  expect(new Set([before, full, left, renamed.headers.get('etag')]).size).toBe(4)
})

test('an id that two deleted people had gives neither account back', async () => {
  await using app = await scimApp()
  const twin = (name: string, save: string) =>
    create('/Users', { userName: `${name}@corp.example`, externalId: 'same' }, save)
  const saved = await walk(await connect(app), [
    twin('one', 'one'),
    twin('two', 'two'),
    { title: 'gone', send: 'DELETE /Users/{one}', status: 204 },
    { title: 'gone', send: 'DELETE /Users/{two}', status: 204 },
    twin('three', 'three'),
  ])
  expect(new Set([...saved.values()].filter((one) => /^[0-9a-f-]{36}$/.test(one))).size).toBe(3)
})

test('somebody who was renamed after a deactivation comes back, and nobody else with their id does', async () => {
  await using app = await scimApp()
  const named = (userName: string, ...[value, save]: [string, string]): Step => ({
    ...create('/Users', { userName, externalId: 'mo', emails: [{ value }] }, save),
    has: { active: true, userName },
  })
  const saved = await walk(await connect(app), [
    named('mo.old', 'mo@corp.example', 'before'),
    changedUser('{before}', { op: 'replace', path: 'active', value: false }),
    // Okta does so after somebody has married.
    named('mo.new', 'mo@corp.example', 'after'),
    changedUser('{after}', { op: 'replace', path: 'active', value: false }),
    named('mo.newest', 'mo2@corp.example', 'another'),
  ])
  expect(saved.get('after')).toBe(saved.get('before'))
  expect(saved.get('another')).not.toBe(saved.get('before'))
})

test('another provider takes over with a key of the same service account, and with no other', async () => {
  await using app = await scimApp()
  const admin = superAdminOf(app)
  const roles = [await addRole(admin, 'Provider', { features: ['scim.*', 'auth.*'] })]
  const { id: serviceAccountId, secret } = await addServiceKey(admin, { roles })
  const saved = await walk(bearer(app, secret), [create('/Users', kim, 'kim')])
  const { body } = await admin.post('/api_keys/service-accounts/keys', { serviceAccountId, name: 'Next' })
  await walk(bearer(app, body.secret), [
    found('known by name', 'userName eq "KIM@corp.example"', 'kim'),
    {
      title: 'with its own id',
      send: `PATCH /Users/${saved.get('kim')}`,
      body: patch({ op: 'replace', path: 'externalId', value: 'entra-1' }),
      status: 200,
      has: { id: saved.get('kim'), externalId: 'entra-1' },
    },
  ])
  await walk(await connect(app), [
    { title: 'taken', send: 'POST /Users', body: kim, status: 409, has: { scimType: 'uniqueness' } },
  ])
})

test('operations of a bulk request do not share a bulkId', async () => {
  await using app = await scimApp()
  const add = (name: string) => ({
    method: 'POST',
    path: '/Users',
    bulkId: 'same',
    data: { userName: `${name}@corp.example`, externalId: name },
  })
  const answer = await ask(await connect(app), {
    method: 'POST',
    path: '/Bulk',
    body: { Operations: [add('first'), add('second')] },
  })
  expect(answer.body).toMatchObject({
    Operations: [{ status: '201' }, { status: '400', response: { scimType: 'invalidValue' } }],
  })
})
