import { createPlatform } from '@plinth/core'
import { type CommandPreview, internalRequests } from '@plinth/core/http'
import { testSecret, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, signIn } from '../../modules/auth/_accounts.ts'
import { accountModules } from '../../modules/auth/_modules.ts'
import { addRole, superAdminOf, tenantA } from '../../modules/auth/_people.ts'

const MOST = 300_000
/** As text they have 155 bytes each; stored they are a hundredth of that. */
const features = (count: number) => Array.from({ length: count }, (_, index) => `x.${index}.`.padEnd(155, 'y'))

async function open(app: TestPlatform) {
  const roleId = await addRole(superAdminOf(app), 'Clerk')
  const platform = await createPlatform({
    modules: accountModules(),
    database: { ...app.database, maxRecordedBytes: MOST },
    secret: testSecret,
  })
  await platform.start({ workers: false })
  return { roleId, platform }
}

const REFUSAL = `Too much at once: the rows that one action changes may have ${MOST} bytes, before and after it together`

test('what one command records has a limit, which the refusal names; beyond it nothing is written', async () => {
  await using app = await authApp()
  const { roleId, platform: opened } = await open(app)
  await using platform = opened
  const { token } = await signIn(app, 'superadmin@acme.com')
  const grant = async (count: number) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ roleId, features: features(count) })
    const answer = await platform.fetch(new Request('http://host/auth/roles/acl', { method: 'PUT', headers, body }))
    return [answer.status, ((await answer.json()) as { error?: string }).error]
  }
  const written = () =>
    app.sql(`select (select count(*)::int from plinth.action_log) as entries, (select cardinality(features) from role_acls
      where role_id = '${roleId}') as features`)
  expect(await grant(1_000)).toEqual([200, undefined])
  const before = await written()
  expect(before).toMatchObject([{ features: 1_000 }])
  // The row before and the row after it count together.
  expect(await grant(1_500)).toEqual([413, REFUSAL])
  expect(await written()).toEqual(before)
  expect(await grant(10)).toEqual([200, undefined])
})

test('a preview has the same limit: nothing is shown that could not be committed', async () => {
  await using app = await authApp()
  const { roleId, platform: opened } = await open(app)
  await using platform = opened
  const caller = app.callerOf({ isSuperAdmin: true, features: ['*'] })
  const show = (count: number) =>
    platform.actAs(caller, async ({ inject }) => {
      const previews: CommandPreview[] = []
      const { status, body } = await inject(internalRequests).serve({
        method: 'PUT',
        path: '/auth/roles/acl',
        body: { roleId, features: features(count) },
        credential: { identify: async () => caller, ip: '' },
        writes: { kind: 'dry-run', previews },
      })
      return { status, error: (body as { error?: string }).error, shown: previews.length }
    })
  expect(await show(1_000)).toEqual({ status: 200, error: undefined, shown: 1 })
  expect(await show(2_000)).toEqual({ status: 413, error: REFUSAL, shown: 0 })
})

test('by default the text of what compresses well counts too, and what is small is not measured', async () => {
  await using app = await authApp()
  const entry = '01900000-0000-7000-8000-000000000001'
  const record = (rows: string) =>
    app.sql(`insert into plinth.changes (tenant_id, entry_id, table_name, row_id, after) select '${tenantA.id}', '${entry}', name,
      gen_random_uuid(), image from (${rows}) r (name, image)`)
  const written = () =>
    app.sql(`select plinth.written_tables(set_config('plinth.tenant', '${tenantA.id}', false)::uuid, '${entry}', ${64 * 2 ** 20})
      as written`)
  await record(`values ('roles', '{}'::jsonb), ('role_acls', '{}'), ('roles', '{}')`)
  expect(await written()).toEqual([{ written: ['role_acls', 'roles'] }])
  // Stored they are less than a thousandth of their text.
  await record(`select 'roles', jsonb_agg(1e308::numeric) from generate_series(1, 230000)`)
  await expect(written()).rejects.toThrow('Too much at once')
})

test('many small images count as their text, where they are stored compressed', async () => {
  await using app = await authApp()
  const entry = '01900000-0000-7000-8000-000000000002'
  // Of 30,000 bytes each a few hundred are stored.
  await app.sql(`insert into plinth.changes (tenant_id, entry_id, table_name, row_id, after)
    select '${tenantA.id}', '${entry}', 'roles', gen_random_uuid(), jsonb_build_object('name', repeat('x', 30000))
    from generate_series(1, 300)`)
  const [stored] = await app.sql<{ most: number; sum: number }>(
    `select max(pg_column_size(after)) as most, sum(pg_column_size(after))::int as sum from plinth.changes where entry_id = '${entry}'`,
  )
  expect(stored!.most).toBeLessThan(1000)
  const written = (most: number) =>
    app.sql(
      `select plinth.written_tables(set_config('plinth.tenant', '${tenantA.id}', false)::uuid, '${entry}', ${most})`,
    )
  await expect(written(8_000_000)).rejects.toThrow('Too much at once')
  expect(await written(10_000_000)).toHaveLength(1)
})
