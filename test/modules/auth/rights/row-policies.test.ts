import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf, withHeaders } from '@plinth/auth/testing'
import { catalog } from '@plinth/catalog'
import { progress } from '@plinth/progress'
import { type Client, type TestPlatform, withLayers } from '@plinth/testing'
import { sql } from '@plinth/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { desk } from './_desk.ts'

let app: TestPlatform
let admin: Client
/** What nobody with a policy may learn. */
const CANARY = 'Zanzibar'
const unknown = 'f0000000-0000-4000-8000-00000000000f'
const isSimple = { field: 'productType', operator: '=', value: 'simple' }
const LAYERS = ['both layers', 'no ORM filters', 'no row level security'] as const

beforeAll(async () => {
  app = await authApp({ modules: [progress, catalog, auditLogs, desk] })
  admin = superAdminOf(app)
})
afterAll(() => app[Symbol.asyncDispose]())

/** Somebody with a role that has these policies. */
async function restricted(policies: object, features = ['catalog.*', 'desk.*', 'audit_logs.*']) {
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features })
  const answer = await admin.put('/auth/roles/row-policies', { roleId, policies })
  expect([answer.status, answer.body]).toEqual([200, { ok: true, warnings: [] }])
  const email = `${crypto.randomUUID()}@acme.com`
  const userId = await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  return Object.assign(await signIn(app, email), { roleId, userId })
}

async function made(client: Client, path: string, body: object): Promise<string> {
  const answer = await client.post(path, body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.body.id
}

const titles = async (client: Client, path: string) => {
  const { status, body } = await client.get(path)
  expect(status).toBe(200)
  return body.items.map(({ title, name }: { title: string; name: string }) => title ?? name)
}

const COMPARISONS: readonly (readonly [
  operator: string,
  field: string,
  value: unknown,
  expected: readonly string[],
])[] = [
  ['=', 'title', 'b1', ['b1']],
  ['!=', 'title', 'b1', ['a0', 'c2']],
  ['IN', 'title', ['a0', 'c2'], ['a0', 'c2']],
  ['NOT_IN', 'title', ['a0'], ['b1', 'c2']],
  ['STARTS_WITH', 'title', 'c', ['c2']],
  ['>', 'amount', 0, ['b1', 'c2']],
  ['<=', 'price', 1.5, ['b1']],
  ['IS_EMPTY', 'price', null, ['a0']],
  ['=', 'price', null, ['a0']],
  ['!=', 'price', 1.5, ['c2']],
  ['IS_NOT_EMPTY', 'price', null, ['b1', 'c2']],
  ['=', 'isOpen', false, ['c2']],
  ['>=', 'dueAt', '2026-05-01T10:00:00.250Z', ['c2']],
  ['<', 'dueAt', '2026-05-01T12:00:00.250+02:00', ['b1']],
  ['=', 'customer.name', 'C1', ['b1']],
  ['!=', 'customer.name', 'C1', ['a0', 'c2']],
  ['IN', 'customer.ownerId', [unknown], ['b1']],
  ['IS_EMPTY', 'customer.ownerId', null, ['a0', 'c2']],
]

/** Tickets that have a value to compare; all have the others. */
const FILLED: Readonly<Record<string, readonly string[]>> = {
  price: ['b1', 'c2'],
  dueAt: ['b1', 'c2'],
  'customer.ownerId': ['b1'],
}

test('both layers decide alike on each comparison and on its opposite, and know no rows by values that are not there', async () => {
  await fillDesk()
  const callers: [string, Client, readonly string[]][] = []
  for (const [operator, field, value, expected] of COMPARISONS) {
    const condition = { field, operator, value }
    const isEmptiness = operator === 'IS_EMPTY' || operator === 'IS_NOT_EMPTY' || value === null
    const others = ['a0', 'b1', 'c2'].filter((title) => !expected.includes(title))
    const opposite = others.filter((title) => isEmptiness || (FILLED[field] ?? others).includes(title))
    const not = { operator: 'NOT', rules: [condition] }
    const name = `${operator} ${field}`
    callers.push([name, await restricted({ 'desk.ticket': { read: condition } }, ['desk.*']), expected])
    callers.push([`not ${name}`, await restricted({ 'desk:ticket': { read: not } }, ['desk.*']), opposite])
  }
  for (const layers of LAYERS)
    await withLayers(app, layers, async () => {
      for (const [name, client, expected] of callers) {
        const found = await titles(client, '/desk/tickets?sortField=title')
        expect([layers, name, ...found]).toEqual([layers, name, ...expected])
      }
    })
})

async function fillDesk() {
  for (const [index, title] of ['a0', 'b1', 'c2'].entries()) {
    const customer = await made(admin, '/desk/customers', {
      name: `C${index}`,
      ...(index === 1 && { ownerId: unknown }),
    })
    const more = index === 0 ? {} : { price: index * 1.5, dueAt: `2026-05-01T10:00:00.${index}5Z` }
    await made(admin, '/desk/tickets', { title, amount: index, isOpen: index < 2, customer, ...more })
  }
}

/** A catalog in which products that are not simple are hidden from the caller. */
async function shop() {
  const tag = crypto.randomUUID().slice(0, 8)
  const seen = await made(admin, '/catalog/products', { title: `Chair ${tag}`, sku: `A-${tag}` })
  const fixed = await made(admin, '/catalog/products', { title: `Table ${tag}`, sku: `B-${tag}`, isActive: false })
  const category = await made(admin, '/catalog/categories', { name: `All ${tag}` })
  const hidden = await admin.post('/catalog/products', {
    title: `${CANARY} ${tag}`,
    sku: `${CANARY}-${tag}`,
    productType: 'virtual',
    categoryIds: [category],
  })
  const seller = await restricted({
    'catalog.product': {
      read: isSimple,
      update: { field: 'sku', operator: 'STARTS_WITH', value: 'A' },
      delete: { field: 'isActive', operator: '=', value: false },
    },
  })
  return {
    tag,
    seen,
    fixed,
    category,
    hidden: hidden.body.id as string,
    undoToken: hidden.operation!.undoToken!,
    seller,
  }
}

test('lists, totals, filters, searches and the log tell nothing of hidden rows, with each layer alone', async () => {
  const { tag, seller, hidden, category, seen } = await shop()
  await admin.put('/catalog/products', { id: hidden, title: `${CANARY} again` })
  await admin.put('/catalog/products', { id: seen, subtitle: `seen ${tag}` })
  for (const layers of LAYERS)
    await withLayers(app, layers, async () => {
      for (const query of [
        `search=${CANARY}`,
        `search=${tag}`,
        `id=${hidden}`,
        `ids=${hidden}`,
        'productType=virtual',
        `categoryId=${category}`,
        'pageSize=1',
        'sortField=sku&sortDir=desc',
        'format=csv',
      ]) {
        const { text, body } = await seller.get(`/catalog/products?${query}`)
        expect([layers, query, text.includes(CANARY)]).toEqual([layers, query, false])
        if (query.startsWith('productType')) expect([layers, body.total]).toEqual([layers, 0])
      }
      const { body } = await seller.get(`/catalog/categories?search=${tag}`)
      expect([layers, body.items[0].productsCount]).toEqual([layers, 0])
      const log = await seller.get('/audit_logs/audit-logs/actions?pageSize=100')
      expect([layers, log.status, log.text.includes(CANARY), log.text.includes(hidden)]).toEqual([
        layers,
        200,
        false,
        false,
      ])
      expect([layers, log.text.includes(`seen ${tag}`)]).toEqual([layers, true])
    })
})

test('a hidden row answers like one that does not exist, and one that may not be changed with 403', async () => {
  const { tag, seller, seen, fixed, hidden, undoToken } = await shop()
  const stale = withHeaders(app, {
    authorization: `Bearer ${seller.token}`,
    'x-om-ext-optimistic-lock-expected-updated-at': '2020-01-01T00:00:00.000Z',
  })
  const writes: readonly (readonly [name: string, send: (id: string) => Promise<{ status: number; text: string }>])[] =
    [
      ['update', (id) => seller.put('/catalog/products', { id, title: 'Mine' })],
      ['update of a version', (id) => stale.put('/catalog/products', { id, title: 'Mine' })],
      ['delete', (id) => seller.del(`/catalog/products?id=${id}`)],
      ['variant', (id) => seller.post('/catalog/variants', { productId: id, name: 'Red' })],
      ['price', (id) => seller.post('/catalog/prices', { productId: id, currencyCode: 'EUR', unitPrice: 1 })],
    ]
  for (const [name, send] of writes) {
    const [one, other] = [await send(hidden), await send(unknown)]
    expect([name, one.status, one.text.replaceAll(hidden, '')]).toEqual([
      name,
      other.status,
      other.text.replaceAll(unknown, ''),
    ])
  }
  const refused = { error: 'Forbidden' }
  for (const [name, answer] of [
    ['not of its kind', await seller.put('/catalog/products', { id: fixed, title: 'Mine' })],
    ['out of what may be changed', await seller.put('/catalog/products', { id: seen, sku: 'C' })],
    ['out of sight', await seller.put('/catalog/products', { id: seen, productType: 'virtual' })],
    ['active', await seller.del(`/catalog/products?id=${seen}`)],
    ['beyond sight', await seller.post('/catalog/products', { title: 'New', productType: 'virtual' })],
  ] as const)
    expect([name, answer.status, answer.body]).toEqual([name, 403, refused])
  // Whoever may not change a row may not delete it, so this one needs both.
  expect((await seller.del(`/catalog/products?id=${fixed}`)).status).toBe(200)
  expect((await seller.put('/catalog/products', { id: seen, title: `Mine ${tag}` })).status).toBe(200)
  const mine = await seller.post('/catalog/products', { title: `Own ${tag}` })
  expect(mine.status).toBe(201)

  const undo = (client: Client, token: string) =>
    client.post('/audit_logs/audit-logs/actions/undo', { undoToken: token })
  await admin.put('/catalog/products', { id: mine.body.id, productType: 'virtual' })
  for (const token of [undoToken, mine.operation!.undoToken!]) {
    const answer = await undo(seller, token)
    expect([answer.status, answer.body]).toEqual([
      403,
      { error: 'This action changed rows that are not visible to you.' },
    ])
  }
})

test('whoever may delete a row may bring it back, though not change it', async () => {
  const is = (value: unknown) => ({ field: 'isOpen', operator: '=', value })
  const clerk = await restricted({ 'desk.ticket': { update: is(true), delete: is(false) } })
  const other = await restricted({ 'desk.ticket': { update: is(true), delete: is(true) } })
  const customer = await made(admin, '/desk/customers', { name: 'C' })
  const ticket = await made(admin, '/desk/tickets', { title: 'Closed', isOpen: false, customer })
  const deleted = await clerk.del(`/desk/tickets?id=${ticket}`)
  expect(deleted.status).toBe(200)
  const undo = (client: Client) =>
    client.post('/audit_logs/audit-logs/actions/undo', { undoToken: deleted.operation!.undoToken })
  expect((await undo(other)).status).toBe(403)
  const undone = await undo(clerk)
  expect([undone.status, (await clerk.get(`/desk/tickets?id=${ticket}`)).body.total]).toEqual([200, 1])
  expect((await clerk.put('/desk/tickets', { id: ticket, title: 'Open' })).status).toBe(403)
})

test('a kind with two names is refused, since one of them would not count', async () => {
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: ['catalog.*'] })
  const policies = { 'catalog.product': { read: isSimple }, 'catalog:product': {} }
  const rows = await admin.put('/auth/roles/row-policies', { roleId, policies })
  const lists = { 'catalog.product': { read: ['title'] }, 'catalog:product': {} }
  const fields = await admin.put('/auth/roles/field-policies', { roleId, policies: lists })
  for (const { status, body } of [rows, fields])
    expect([status, body.details]).toEqual([
      400,
      [{ code: 'custom', path: ['policies', 'catalog:product'], message: "'catalog:product' is named twice" }],
    ])
})

test('roles add up, a user has the policies of individual rights instead, and both count on the next request', async () => {
  const { tag, hidden } = await shop()
  const list = (client: Client) => titles(client, `/catalog/products?search=${tag}&sortField=title`)
  const isHidden = { field: 'id', operator: '=', value: hidden }
  const seller = await restricted({ 'catalog.product': { read: { field: 'sku', operator: '=', value: `A-${tag}` } } })
  expect(await list(seller)).toEqual([`Chair ${tag}`])
  const second = await restricted({ 'catalog.product': { read: isHidden } })
  await admin.put('/auth/users', { id: seller.userId, roles: [seller.roleId, second.roleId] })
  expect(await list(seller)).toEqual([`Chair ${tag}`, `${CANARY} ${tag}`])
  // A role for another module says nothing; one for this module opens all rows.
  const elsewhere = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: ['desk.*'] })
  await admin.put('/auth/users', { id: seller.userId, roles: [seller.roleId, elsewhere] })
  expect(await list(seller)).toEqual([`Chair ${tag}`])
  const open = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: ['catalog.products.view'] })
  await admin.put('/auth/users', { id: seller.userId, roles: [seller.roleId, open] })
  expect(await list(seller)).toHaveLength(3)

  const own = { userId: seller.userId, policies: { 'catalog.product': { read: isHidden } } }
  expect((await admin.put('/auth/users/row-policies', own)).body.error).toContain('no individual permissions')
  await admin.put('/auth/users/acl', { userId: seller.userId, features: ['catalog.*'] })
  expect(await list(seller)).toHaveLength(3)
  const changed = await admin.put('/auth/users/row-policies', own)
  expect([changed.status, await list(seller)]).toEqual([200, [`${CANARY} ${tag}`]])
  await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken: changed.operation!.undoToken })
  expect(await list(seller)).toHaveLength(3)
})

test('conditions refer to the caller', async () => {
  const { tag } = await shop()
  const list = (client: Client) => titles(client, `/desk/customers?search=${tag}`)
  const mine = { field: 'ownerId', operator: '=', value: null, valueField: 'me.id' }
  const seller = await restricted({
    'desk.customer': { read: mine },
    'desk.ticket': { read: { ...mine, field: 'customer.ownerId' } },
  })
  const customer = await made(admin, '/desk/customers', { name: `Mine ${tag}`, ownerId: seller.userId })
  const other = await made(admin, '/desk/customers', { name: CANARY, ownerId: unknown })
  for (const [title, of] of [
    ['Own', customer],
    ['Other', other],
  ] as const)
    await made(admin, '/desk/tickets', { title: `${title} ${tag}`, customer: of })
  const sellerOf = async (name: string) => {
    const roleId = await addRole(admin, name, { features: ['desk.*'] })
    const read = { operator: 'OR', rules: [mine, { field: 'me.roles', operator: 'CONTAINS', value: name }] }
    await admin.put('/auth/roles/row-policies', { roleId, policies: { 'desk.customer': { read } } })
    const email = `${crypto.randomUUID()}@acme.com`
    await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
    return signIn(app, email)
  }
  for (const layers of LAYERS)
    await withLayers(app, layers, async () => {
      const { body } = await seller.get('/desk/tickets')
      expect([layers, body.total, body.items[0].title]).toEqual([layers, 1, `Own ${tag}`])
      expect((await list(seller)).filter((name: string) => name === CANARY)).toEqual([])
    })
  expect(await list(await sellerOf(`Manager ${tag}`))).toContain(CANARY)
})

const early = { field: 'createdAt', operator: '<' }

test.each([
  ['auth.user', { field: 'email', operator: '=', value: 'a' }, "Rows of 'auth.user' cannot be restricted"],
  ['catalog.nothing', isSimple, "Rows of 'catalog.nothing' cannot be restricted"],
  ['catalog.product', { ...isSimple, field: 'constructor' }, "'constructor' does not exist"],
  ['catalog.product', { ...isSimple, field: '__proto__.x' }, 'does not exist; a policy follows a relation one step'],
  ['catalog.product', { ...isSimple, field: 'metadata' }, "'metadata' cannot be compared"],
  ['catalog.product', { ...isSimple, field: 'isActive' }, "'isActive' is compared with true or false"],
  ['catalog.product', { ...isSimple, operator: '>' }, "'productType' has no order"],
  ['catalog.product', { ...isSimple, operator: 'MATCHES' }, 'A policy cannot use the operator MATCHES'],
  ['catalog.product', { ...isSimple, value: '{{user.id}}' }, 'use valueField: me.id'],
  ['catalog.product', { ...isSimple, valueField: 'me.email' }, "'me.email' is unknown"],
  [
    'catalog.product',
    { operator: 'OR', rules: Array.from({ length: 50 }, () => ({ operator: 'OR', rules: [isSimple, isSimple] })) },
    'at most 50 comparisons',
  ],
  ['desk.ticket', { ...isSimple, field: 'customer.owner.name' }, 'one step: customer.ownerId'],
  // What PostgreSQL would refuse in each statement of the role.
  ['catalog.product', { ...isSimple, value: '\ud800' }, 'a text of at most 1000 characters'],
  ['catalog.product', { ...early, value: '0000-01-01T00:00:00Z' }, 'a date and time'],
  ['catalog.product', { ...early, value: '0001-01-01T00:00:00+14:00' }, 'a date and time'],
  ['catalog.product', { ...early, value: '9999-12-31T23:59:59-01:00' }, 'a date and time'],
])('a policy of %s that cannot be evaluated is refused: %#', async (kind, read, message) => {
  const answer = await admin.put('/auth/roles/row-policies', { roleId: unknown, policies: { [kind]: { read } } })
  expect(answer.status).toBe(404)
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`)
  const { status, body } = await admin.put('/auth/roles/row-policies', { roleId, policies: { [kind]: { read } } })
  expect([status, body.details[0].path, body.details[0].message]).toEqual([
    400,
    ['policies', kind, 'read'],
    expect.stringContaining(message),
  ])
})

test('a policy whose field is gone permits nothing, and says so', async () => {
  const { seller } = await shop()
  const gone = { 'catalog.product': { read: { field: 'colour', operator: '=', value: 'red' } } }
  await app.sql('update role_acls set policies = $1 where role_id = $2', [JSON.stringify(gone), seller.roleId])
  await admin.put('/auth/roles/acl', { roleId: seller.roleId, features: ['catalog.*'] })
  expect(await titles(seller, '/catalog/products')).toEqual([])
  expect((await admin.get(`/auth/roles/row-policies?roleId=${seller.roleId}`)).body).toMatchObject({
    policies: gone,
    faults: [{ kind: 'catalog.product', action: 'read', message: "'colour' does not exist" }],
  })
  const headers = { 'accept-language': 'pl' }
  const polish = await admin.fetch(`/auth/roles/row-policies?roleId=${seller.roleId}`, { headers })
  expect(await polish.json()).toMatchObject({ faults: [{ message: '„colour” nie istnieje' }] })
  expect(app.log.lines.some(({ message }) => message === 'a row policy cannot be evaluated and permits nothing')).toBe(
    true,
  )
})

test('nobody gives more rows than they have', async () => {
  const read = { 'catalog.product': { read: isSimple } }
  const manager = await restricted(read, ['auth.*', 'catalog.*'])
  const colleague = await addUser(admin)
  const make = (policies: object | undefined) => restricted(policies ?? {}, ['catalog.*']).then(({ roleId }) => roleId)
  const [same, none, wider] = [
    await make(read),
    await make(undefined),
    await make({ 'catalog.product': { read: { field: 'title', operator: '!=', value: 'x' } } }),
  ]
  const give = async (roleId: string) => (await manager.put('/auth/users', { id: colleague, roles: [roleId] })).status
  expect([await give(same), await give(none), await give(wider)]).toEqual([200, 403, 403])
  const restrict = (policies: object) => manager.put('/auth/roles/row-policies', { roleId: same, policies })
  expect((await restrict({})).body.error).toContain(
    'You cannot grant access to more rows than you see: catalog.product.',
  )
  const tighter = await restrict({ ...read, 'desk.ticket': { read: { field: 'title', operator: '=', value: 'x' } } })
  expect(tighter.body).toEqual({ ok: true, warnings: [] })
  const own = { userId: colleague, features: ['catalog.products.view'] }
  expect((await manager.put('/auth/users/acl', own)).status).toBe(403)
  const more = await manager.put('/auth/roles/acl', { roleId: same, features: ['catalog.*', 'auth.users.list'] })
  expect(more.body).toEqual({ ok: true, sanitized: false })
})

test('statements of callers without policies are planned as if there were none', async () => {
  const plan = await app.platform.actAs(app.callerOf({ features: ['*'] }), ({ db }) =>
    sql`explain (verbose) select count(*) from policy_tickets`.execute(db),
  )
  expect(JSON.stringify(plan.rows)).toContain('policy_tickets')
  expect(JSON.stringify(plan.rows)).not.toContain('plinth.permits')
  const bound = await app.sql(`select distinct roles::text from pg_policies where policyname = 'rows'`)
  expect(bound).toEqual([{ roles: '{plinth_restricted}' }])
})
