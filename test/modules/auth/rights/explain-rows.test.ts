import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { catalog } from '@plinth/catalog'
import { progress } from '@plinth/progress'
import type { Client, TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { desk } from './_desk.ts'

let app: TestPlatform
let admin: Client

beforeAll(async () => {
  app = await authApp({ modules: [progress, catalog, auditLogs, desk] })
  admin = superAdminOf(app)
})
afterAll(() => app[Symbol.asyncDispose]())

async function role(name: string, features: readonly string[], policies?: object) {
  const roleId = await addRole(admin, `${name} ${crypto.randomUUID()}`, { features: [...features] })
  if (policies) expect((await admin.put('/auth/roles/row-policies', { roleId, policies })).status).toBe(200)
  return roleId
}

async function made(path: string, body: object): Promise<string> {
  const answer = await admin.post(path, body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.body.id
}

const explain = (client: Client, query: Readonly<Record<string, string>>) =>
  client.get(`/auth/access/explain?${new URLSearchParams({ feature: 'desk.view', ...query })}`)

const permitted = (actions: readonly { readonly isPermitted: boolean }[]) =>
  actions.map(({ isPermitted }) => isPermitted)

test('an explanation tells who may see, change and delete a record, and which policy decides', async () => {
  const mine = { field: 'customer.ownerId', operator: '=', value: null, valueField: 'me.id' }
  const isOpen = { field: 'isOpen', operator: '=', value: true }
  const roles = [
    await role('Seller', ['desk.*'], { 'desk.ticket': { read: mine, update: isOpen } }),
    await role('Clerk', ['desk.*'], { 'desk.ticket': { read: { field: 'title', operator: '=', value: 'Public' } } }),
  ]
  const userId = await addUser(admin, { roles })
  const [own, other] = [
    await made('/desk/customers', { name: 'Own', ownerId: userId }),
    await made('/desk/customers', { name: 'Other' }),
  ]
  const ticket = (customer: string, more: object = {}) => made('/desk/tickets', { title: 'A', customer, ...more })
  const ask = async (recordId: string) => {
    const { status, body } = await explain(admin, { userId, kind: 'desk.ticket', recordId })
    expect(status).toBe(200)
    return body.record
  }
  const closed = await ask(await ticket(own, { isOpen: false }))
  // A role without a policy for an action opens it.
  expect(permitted(closed.actions)).toEqual([true, true, true])
  const [read] = closed.actions
  expect(read.sentence).toMatch(/^The record can be seen: the policy of role "Seller [^"]+" permits it\.$/)
  expect(read.policies).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'role', id: roles[0], condition: mine, isSatisfied: true, fault: null }),
      expect.objectContaining({ kind: 'role', id: roles[1], isSatisfied: false }),
    ]),
  )
  const hidden = await ask(await ticket(other))
  expect(permitted(hidden.actions)).toEqual([false, false, false])
  expect(hidden.actions[0].sentence).toMatch(
    /^The record cannot be seen: no policy of role ".+" and role ".+" permits it\.$/,
  )
  expect(permitted((await ask(await ticket(other, { title: 'Public' }))).actions)).toEqual([true, true, true])
})

test('an explanation agrees with what the user gets, and tells nobody of records that are hidden from them', async () => {
  const policies = { 'desk.customer': { read: { field: 'name', operator: 'STARTS_WITH', value: 'A' } } }
  const roleId = await role('Manager', ['desk.*', 'auth.*'], policies)
  const email = `${crypto.randomUUID()}@acme.com`
  const userId = await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  const manager = await signIn(app, email)
  const ids = [await made('/desk/customers', { name: 'Abe' }), await made('/desk/customers', { name: 'Bob' })]
  const seen = (await manager.get('/desk/customers?pageSize=100')).body.items.map(({ id }: { id: string }) => id)
  for (const id of ids) {
    const { body } = await explain(admin, { userId, kind: 'desk.customer', recordId: id })
    expect(body.record.actions[0].isPermitted).toBe(seen.includes(id))
  }
  const holders = (client: Client, id: string) =>
    client.get(`/auth/access/holders?feature=desk.view&pageSize=100&kind=desk.customer&recordId=${id}`)
  for (const id of ids) {
    const { items } = (await holders(admin, id)).body
    const { record } = items.find((holder: { id: string }) => holder.id === userId)
    expect(record).toEqual({ read: seen.includes(id), update: seen.includes(id), delete: seen.includes(id) })
  }
  expect((await holders(manager, ids[1]!)).status).toBe(404)
  const answers = [
    await explain(manager, { userId, kind: 'desk.customer', recordId: ids[1]! }),
    await explain(manager, { userId, kind: 'desk.customer', recordId: crypto.randomUUID() }),
    await explain(admin, { userId, kind: 'auth.user', recordId: userId }),
  ]
  const told = answers.map(({ status, body }) => `${status} ${body.error}`)
  expect(new Set(told)).toEqual(new Set(['404 Record not found']))
  expect((await explain(admin, { userId, kind: 'desk.customer' })).status).toBe(400)
  expect((await explain(await signIn(app, email), { userId, kind: 'desk.customer', recordId: ids[0]! })).status).toBe(
    200,
  )
  const nobody = await addUser(admin, {
    email: `n${email}`,
    password: PASSWORD,
    roles: [await role('Guest', ['desk.*'])],
  })
  const guest = await signIn(app, `n${email}`)
  expect((await explain(guest, { userId: nobody, kind: 'desk.customer', recordId: ids[0]! })).status).toBe(403)
})

test('policies can be tried before they are saved, with rows that the caller sees', async () => {
  const names = ['Ada', 'Eva', 'Ulf'].map((name) => `${name} ${crypto.randomUUID()}`)
  const ids: string[] = []
  for (const name of names) ids.push(await made('/desk/customers', { name }))
  const isOne = (...values: readonly string[]) => ({ field: 'name', operator: 'IN', value: values })
  const open = await role('Open', ['desk.*'])
  const roleId = await role('Tried', ['desk.*'])
  const [one, other] = [await addUser(admin, { roles: [roleId] }), await addUser(admin, { roles: [roleId, open] })]
  const attempt = (client: Client, policies: object) =>
    client.post('/auth/roles/row-policies/try', { roleId, policies, userIds: [one, other] })
  const { status, body } = await attempt(admin, { 'desk.customer': { read: isOne(names[0]!) } })
  const [restricted, unrestricted] = body.items
  expect([status, restricted.visible, restricted.examples.visible]).toEqual([200, 1, [ids[0]]])
  expect([unrestricted.visible, unrestricted.examples.hidden]).toEqual([unrestricted.total, []])
  expect(restricted.total).toBeGreaterThanOrEqual(3)
  expect((await admin.get(`/auth/roles/row-policies?roleId=${roleId}`)).body.policies).toEqual({})

  const seen = { 'desk.customer': { read: isOne(names[0]!, names[1]!) } }
  const email = `${crypto.randomUUID()}@acme.com`
  await addUser(admin, { email, password: PASSWORD, roles: [await role('Manager', ['desk.*', 'auth.*'], seen)] })
  const answer = await attempt(await signIn(app, email), { 'desk.customer': { read: isOne(names[1]!, names[2]!) } })
  expect(answer.body.items[0]).toMatchObject({
    total: 2,
    visible: 1,
    examples: { visible: [ids[1]], hidden: [ids[0]] },
  })
  expect(
    (await attempt(admin, { 'desk.customer': { read: { field: 'colour', operator: '=', value: 1 } } })).status,
  ).toBe(400)
})
