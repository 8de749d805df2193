import { auditLogs, sealEntries } from '@plinth/audit-logs'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { addOrganization } from '../auth/_people.ts'
import { nobody, write } from './_trail.ts'

const PATH = '/audit_logs/audit-logs/verification'
const rights = { features: ['auth.*', 'audit_logs.*'] }

/** A platform with chained entries of two tenants. */
async function open(): Promise<TestPlatform> {
  const app = await authApp({ modules: [auditLogs] })
  for (const tenantId of [tenantA.id, tenantB.id]) for (let n = 1; n <= 6; n++) await write(app, `Role ${n}`, tenantId)
  await seal(app)
  // Entries must be chained ten minutes after they were written.
  app.clock.advance(3_600_000)
  return app
}

async function seal(app: TestPlatform): Promise<void> {
  for (let next = null, isFirst = true; isFirst || next; isFirst = false) {
    const walk: typeof next = next
    ;({ next } = (await app.platform.actAs(nobody, ({ run }) => run(sealEntries, { walk }))) as { next: null })
  }
}

/** All parts of a verification. */
async function verifyAll(app: TestPlatform, persona: object = rights) {
  const parts = []
  for (let after = ''; parts.length < 20;) {
    const { status, body } = await app.as(persona).get(`${PATH}${after}`)
    expect(status, JSON.stringify(body)).toBe(200)
    parts.push(body)
    if (body.next === null) return parts
    after = `?after=${encodeURIComponent(body.next)}`
  }
  throw new Error('The verification does not end')
}

const faultsOf = async (app: TestPlatform) => (await verifyAll(app)).flatMap(({ faults }) => faults)

test('a trail is verified part by part, to its end', async () => {
  await using app = await open()
  await app.sql(`insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at)
    select '${tenantA.id}', gen_random_uuid(), 'bulk', 'somebody', now() from generate_series(1, 6000)`)
  await seal(app)
  const [{ own }] = (await app.sql(
    `select count(*)::int as own from plinth.action_log where tenant_id = '${tenantA.id}'`,
  )) as [{ own: number }]
  const parts = await verifyAll(app)
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.flatMap(({ faults }) => faults)).toEqual([])
  expect(parts.reduce((sum, { checked }) => sum + checked, 0)).toBe(2 * own)
  expect(parts[0]).toMatchObject({ total: 2 * own, archived: 0 })
})

test('what was tampered with is named, and only in the own tenant', async () => {
  await using app = await open()
  const at = (number: number, tenantId: string) =>
    `(select entry_id from plinth.seals where tenant_id = '${tenantId}' and number = ${number})`
  await app.sql(`update plinth.action_log set actor_id = 'somebody else' where id = ${at(2, tenantB.id)}`)
  expect(await faultsOf(app)).toEqual([])
  await app.sql(`update plinth.action_log set actor_id = 'somebody else' where id = ${at(2, tenantA.id)}`)
  await app.sql(`delete from plinth.action_log where id = ${at(4, tenantA.id)}`)
  await app.sql(`insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at)
    values ('${tenantA.id}', gen_random_uuid(), 'x', 'y', now() - interval '1 day')`)
  const faults = await faultsOf(app)
  expect(faults.map(({ kind, number }) => [kind, number])).toEqual([
    ['removed', 4],
    ['changed', 2],
    ['inserted', null],
  ])
  await app.sql(`delete from plinth.seals where tenant_id = '${tenantA.id}' and number > 3`)
  // The checkpoint remembers how far the chain had come.
  expect(await faultsOf(app)).toContainEqual(expect.objectContaining({ kind: 'removed', number: expect.any(Number) }))
})

test('whoever may not see the whole tenant cannot verify its trail', async () => {
  await using app = await open()
  const branch = await addOrganization(app)
  expect((await app.as({ ...rights, organizationIds: [branch] }).get(PATH)).status).toBe(403)
  expect((await app.as({ features: ['audit_logs.view_tenant'] }).get(PATH)).status).toBe(403)
})

test('while a rotation of the secret makes the trail anew, it cannot be verified', async () => {
  await using app = await open()
  await app.sql(`insert into plinth.rekeying values ('${tenantB.id}', 1, '\\x00')`)
  expect((await app.as(rights).get(PATH)).status).toBe(409)
})
