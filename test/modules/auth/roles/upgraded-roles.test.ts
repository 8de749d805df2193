import { auth } from '@plinth/auth'
import { createPlatform, defineFeatures, defineModule, type Module } from '@plinth/core'
import { testPlatform, type TestPlatform } from '@plinth/testing'
import { directory, provisionTenant } from '@plinth/directory'
import { expect, inject, test } from 'vitest'

const features = defineFeatures('desk', { answer: 'Answer', close: 'Close', merge: 'Merge' })
const desk = (roles: NonNullable<Module['roles']>) => defineModule({ id: 'desk', title: 'Desk', features, roles })
const first = desk({ agent: [features.answer, features.close], employee: [] })
const second = desk({ agent: [features.answer, features.close, features.merge], lead: ['desk.*'], employee: [] })

const secret = 'x'.repeat(32)
const compose = (module: Module) => [directory, auth({ secret }), module]
const open = (module: Module, databaseUrl?: string) =>
  testPlatform({ modules: compose(module), postgresUrl: inject('postgresUrl'), ...(databaseUrl && { databaseUrl }) })

async function provision(app: TestPlatform): Promise<string> {
  const tenantId = crypto.randomUUID()
  const place = { tenantId, organizationId: crypto.randomUUID(), organizationIds: null }
  await app.platform.actAs({ actor: 'platform', reason: 'a new tenant', scope: place }, ({ run }) =>
    run(provisionTenant, { tenantName: 'New', organizationName: 'New' }),
  )
  return tenantId
}

/** What each role of a tenant may do in the desk. */
async function rights({ sql }: TestPlatform, tenantId: string): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; features: string[] }>(
    `select r.name, a.features from roles r join role_acls a on a.role_id = r.id where r.tenant_id = $1`,
    [tenantId],
  )
  const ours = rows.map(({ name, features: all }) => [name, all.filter((id) => id.startsWith('desk')).join(' ')])
  return Object.fromEntries(ours.filter(([name]) => name !== 'admin'))
}

const grantAgents = (app: TestPlatform, tenantId: string, granted: string[]) =>
  app.sql(
    `update role_acls a set features = $2 from roles r where r.id = a.role_id and r.tenant_id = $1 and r.name = 'agent'`,
    [tenantId, granted],
  )

const offers = ({ sql }: TestPlatform) =>
  sql(`select tenant_id from plinth.action_log where command_id = 'auth.roles.offer'`)

test('what a later version declares reaches the roles of tenants that exist, once, and logged', async () => {
  await using app = await open(first)
  const [usual, narrowed, own] = [await provision(app), await provision(app), await provision(app)]
  await grantAgents(app, narrowed, ['desk.answer'])
  await app.sql(`update roles set name = 'helper' where tenant_id = $1 and name = 'agent'`, [own])
  await app.sql(
    `insert into roles (id, tenant_id, name) values (gen_random_uuid(), $1, 'Agent'), (gen_random_uuid(), $1, 'lead')`,
    [own],
  )
  {
    await using next = await open(second, app.databaseUrl)
    expect(await rights(next, usual)).toEqual({
      agent: 'desk.answer desk.close desk.merge',
      lead: 'desk.*',
      employee: '',
    })
    // What an administrator has taken away stays away, and roles are known by what they were, not by their names.
    expect(await rights(next, narrowed)).toMatchObject({ agent: 'desk.answer desk.merge' })
    expect(await rights(next, own)).toEqual({ helper: 'desk.answer desk.close desk.merge', employee: '' })
    expect(await offers(next)).toHaveLength(3)
    await grantAgents(next, usual, ['desk.answer'])
    await next.platform.migrate()
    expect(await rights(next, usual)).toMatchObject({ agent: 'desk.answer' })
    expect(await offers(next)).toHaveLength(3)
  }
})

test('hosts that upgrade at once grant once, and a crash in the middle leaves the rest to the next', async () => {
  await using app = await open(first)
  const tenants = [await provision(app), await provision(app), await provision(app)]
  const host = () =>
    createPlatform({
      modules: compose(second),
      secret,
      database: { url: app.databaseUrl, poolSize: 3, privilegedLogin: true },
    })
  // The command of one tenant fails: whatever came before it is committed, and nothing of its own.
  await app.sql(`create function fail() returns trigger language plpgsql as $$ begin raise 'crash'; end $$`)
  await app.sql(`create trigger crash before update on role_acls for each row
    when (new.tenant_id = '${tenants.toSorted()[1]}') execute function fail()`)
  {
    await using crashed = await host()
    await expect(crashed.migrate()).rejects.toThrow()
  }
  await app.sql(`drop trigger crash on role_acls`)
  await using one = await host()
  await using other = await host()
  await Promise.all([one.migrate(), other.migrate()])
  for (const tenantId of tenants)
    expect(await rights(app, tenantId)).toMatchObject({ agent: 'desk.answer desk.close desk.merge', lead: 'desk.*' })
  const written = await app.sql(`select table_name from plinth.changes c join plinth.action_log l on l.id = c.entry_id
    where l.command_id = 'auth.roles.offer' and table_name = 'role_acls' and before is not null`)
  expect(written).toHaveLength(3)
})
