import { apiKeys } from '@plinth/api-keys'
import { type Command, type Module, sql } from '@plinth/core'
import {
  findUndistributable,
  runLogged,
  tenantA,
  tenantB,
  testPlatform,
  type TestPlatform,
  revertLogged,
} from '@plinth/testing'
import { dashboards } from '@plinth/dashboards'
import { expect, inject, test } from 'vitest'
import { accountModules } from './_modules.ts'

const [directory, auth] = accountModules() as [Module, Module]
const today = [directory, auth, apiKeys, dashboards]

/** A module as it was when it had so many migrations, and wrote nothing that later ones brought. */
const first = (count: number, { migrations, features, id, title, prefixes }: Module, commands: Command[] = []) => ({
  id,
  title,
  ...(features && { features }),
  ...(prefixes && { prefixes }),
  migrations: migrations!.slice(0, count),
  commands,
})

const createGlobalRole: Command = {
  ...auth.commands!.find(({ id }) => id === 'auth.roles.create')!,
  async run({ asSystem, now }) {
    const id = crypto.randomUUID()
    await asSystem('create a role of all tenants', ({ db }) =>
      sql`insert into roles (id, tenant_id, name, created_at) values (${id}, null, 'Made', ${now().toISOString()})`.execute(
        db,
      ),
    )
    return { id }
  },
}

const released = [
  first(2, directory),
  first(6, auth, [createGlobalRole]),
  first(3, apiKeys),
  // Nothing of it has changed but what its foreign keys refer to; what runs before its tables is younger than they are.
  first(1, { ...dashboards, migrations: dashboards.migrations!.slice(1) }),
]

const [user, shared, own] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]

/** A user of one tenant with a role of all tenants and one of their own, a login, a key, and a dashboard elsewhere. */
async function fill({ sql: run }: TestPlatform) {
  const [a, b] = [tenantA.id, tenantB.id]
  for (const id of [a, b]) await run(`insert into tenants (tenant_id, id, name) values ($1, $1, 'T')`, [id])
  await run(`insert into users (tenant_id, id, email) values ($1, $2, 'a@acme.com')`, [a, user])
  await run(`insert into roles (tenant_id, id, name) values (null, $1, 'Shared'), ($2, $3, 'Own')`, [shared, a, own])
  const rows = [
    [`role_acls (id, tenant_id, role_id)`, [a, shared]],
    [`role_acls (id, tenant_id, role_id)`, [b, shared]],
    [`role_acls (id, tenant_id, role_id)`, [a, own]],
    // Left behind when the role moved.
    [`role_sidebars (id, tenant_id, role_id, locale, settings)`, [b, own, 'en', '{}']],
    [`role_sidebars (id, tenant_id, role_id, locale, settings)`, [b, shared, 'en', '{}']],
    [`user_roles (id, tenant_id, user_id, role_id)`, [a, user, shared]],
    [`user_roles (id, tenant_id, user_id, role_id)`, [a, user, own]],
    [`sessions (id, tenant_id, user_id, token_hash, expires_at)`, [a, user, 'login', '2099-01-01']],
    [`api_keys (id, tenant_id, name, key_prefix, key_hash)`, [a, 'Key', 'omk_1', 'hash']],
    [`dashboard_layouts (id, tenant_id, user_id, items)`, [b, user, '[]']],
    [`dashboard_role_widgets (id, tenant_id, role_id, widget_ids)`, [b, shared, '{}']],
  ] as const
  for (const [into, values] of rows)
    await run(
      `insert into ${into} values (gen_random_uuid(), ${values.map((_, at) => `$${at + 1}`).join(', ')})`,
      values,
    )
}

const countOf = async ({ sql: run }: TestPlatform, table: string) =>
  (await run<{ count: number }>(`select count(*)::int as count from ${table}`))[0]!.count

test('rows of before have keys by tenant, and are undone with them', { timeout: 120_000 }, async () => {
  const postgresUrl = inject('postgresUrl')
  await using app = await testPlatform({ modules: released, postgresUrl })
  await fill(app)
  const superAdmin = { isSuperAdmin: true, features: ['*'] }
  const entry = await runLogged(app, app.callerOf(superAdmin), { command: createGlobalRole, input: { name: 'Made' } })
  const tables = [
    'users',
    'roles',
    'role_acls',
    'user_roles',
    'sessions',
    'dashboard_layouts',
    'dashboard_role_widgets',
  ]
  const before = await Promise.all(tables.map((table) => countOf(app, table)))

  await using next = await testPlatform({ modules: today, postgresUrl, databaseUrl: app.databaseUrl })
  expect(await findUndistributable(next.sql)).toEqual([])
  expect(await next.sql(`select conname from pg_constraint where not convalidated`)).toEqual([])
  expect(await Promise.all(tables.map((table) => countOf(next, table)))).toEqual(before)
  expect(await countOf(next, `role_sidebars where role_id = '${own}'`)).toBe(0)
  expect(await countOf(next, `role_sidebars where role_id = '${shared}'`)).toBe(1)
  expect(await next.sql(`select value from plinth.users_by_id`)).toEqual([{ value: user }])
  expect(await next.sql(`select value from plinth.sessions_by_token_hash`)).toEqual([{ value: 'login' }])
  expect(await next.sql(`select value from plinth.api_keys_by_key_prefix`)).toEqual([{ value: 'omk_1' }])

  const { body } = await next.as(superAdmin).get('/auth/roles')
  expect(body.items).toMatchObject([
    { name: 'Made', tenantId: null },
    { name: 'Own', tenantId: tenantA.id },
    { id: shared, name: 'Shared', tenantId: null, usersCount: 1 },
  ])
  await revertLogged(next, next.callerOf(superAdmin), { entryId: entry.id, direction: 'undo' })
  expect(await countOf(next, `roles where name = 'Made'`)).toBe(0)
  expect(await countOf(next, `role_places where id not in ('${shared}', '${own}')`)).toBe(0)

  // Who is held stays; whoever goes takes along what any module has about them, in any tenant.
  await expect(next.sql('delete from roles where id = $1', [shared])).rejects.toThrow('user_roles_role_id_fkey')
  await next.sql('delete from users where id = $1', [user])
  expect(await countOf(next, 'dashboard_layouts')).toBe(0)
  await next.sql('delete from roles where id = $1', [shared])
  expect(await countOf(next, 'dashboard_role_widgets')).toBe(0)

  // A new tenant may hold roles of all tenants at once.
  const id = crypto.randomUUID()
  await next.sql(`insert into roles (tenant_id, id, name) values (plinth.all_tenants(), $1, 'Later')`, [id])
  await next.sql(`insert into tenants (tenant_id, id, name) values ($1, $1, 'New')`, [crypto.randomUUID()])
  expect(await countOf(next, `role_places where id = '${id}'`)).toBe(4)
})
