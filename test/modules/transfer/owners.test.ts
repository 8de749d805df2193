import { p } from '@mikro-orm/core'
import { seedAccounts } from '@plinth/auth'
import { defineFeatures, defineMigration, defineModule, defineScopedEntity, input, resource } from '@plinth/core'
import { provisionTenant } from '@plinth/directory'
import { tenantA, tenantB } from '@plinth/testing'
import { postFile, workOn } from '@plinth/transfer/testing'
import { afterAll, expect, test } from 'vitest'
import { CLERK, importApp } from './_shop.ts'

const features = defineFeatures('deals', { view: 'View', manage: 'Manage' })
const Deal = defineScopedEntity('deals.deal', {
  number: p.string(),
  reviewerId: p.uuid().nullable(),
  ownerId: p.uuid().nullable(),
})
const deals = defineModule({
  id: 'deals',
  title: 'Deals',
  features,
  entities: [Deal],
  migrations: [
    defineMigration(
      'deals.tables',
      `select plinth.scoped_table('deals_deal', 'number text not null, reviewer_id uuid, owner_id uuid, unique (tenant_id, number)')`,
    ),
  ],
  resources: [
    resource('/deals', Deal, {
      access: { read: features.view, write: features.manage },
      owned: true,
      input: input(Deal, ['number', 'reviewerId']),
    }),
  ],
})

const app = await importApp(deals)
afterAll(() => app[Symbol.asyncDispose]())
const seed = (email: string, scope: { readonly tenantId: string; readonly organizationId: string }) =>
  app.platform.actAs({ actor: 'platform', reason: 'test', scope }, ({ run }) =>
    run(seedAccounts, { accounts: [{ email, password: 'A-long-password-1!', role: 'admin' }] }),
  )
const [here, sibling] = [tenantA.organization, tenantA.otherOrganization]
for (const [tenantId, organizationId] of [
  [tenantA.id, here],
  [tenantB.id, tenantB.organization],
] as const)
  await app.platform.actAs(
    { actor: 'platform', reason: 'test', scope: { tenantId, organizationId } },
    ({ run: command }) => command(provisionTenant, { tenantName: tenantId, organizationName: organizationId }),
  )
await app.sql(
  `insert into organizations select (jsonb_populate_record(null::organizations,
     to_jsonb(o) || '{"id": "${sibling}", "slug": "sibling"}')).* from organizations o where id = '${here}'`,
)
await seed('ada@acme.example', { tenantId: tenantA.id, organizationId: here })
await seed('sid@acme.example', { tenantId: tenantA.id, organizationId: sibling })
await seed('root@acme.example', { tenantId: tenantA.id, organizationId: here })
await seed('gone@acme.example', { tenantId: tenantA.id, organizationId: here })
await seed('eve@other.example', { tenantId: tenantB.id, organizationId: tenantB.organization })
await app.sql(`update users set organization_id = null where email = 'root@acme.example'`)
await app.sql(`update users set is_active = false where email = 'gone@acme.example'`)

const FEATURES = [...CLERK, 'deals.*']
const LOOK_UP = { entity: 'auth.user', by: 'email' }
const MAPPING = [
  { column: 'Number', field: 'number' },
  { column: 'Owner', field: 'ownerId', lookUp: LOOK_UP },
]

async function run({ client }: ReturnType<typeof app.person>, bytes: string, mapping: readonly object[] = MAPPING) {
  app.clock.advance(1_000)
  const { id, settings } = (await postFile(client, { bytes, entity: 'deals.deal' })).body
  const put = await client.put('/transfer/imports', { id, settings: { ...settings, mapping } })
  expect(put.status, put.text).toBe(200)
  const { counts } = await workOn(app, client, { id, work: 'run' })
  const { items } = (await client.get(`/transfer/refusals?importId=${id}&pageSize=100`)).body
  const refused = items.map(({ row, problems }: { row: number; problems: { column: string; message: string }[] }) =>
    [row, ...problems.map(({ column, message }) => `${column}: ${message}`)].join(' '),
  )
  return { counts, refused }
}

const owners = async (like: string) =>
  (
    await app.sql(
      `select concat_ws(' ', d.number, u.email) as "deal" from deals_deal d left join users u on u.id = d.owner_id
       where d.number like '${like}' order by d.number`,
    )
  ).map((row) => row['deal'])

test('owners are found by their addresses, in any case, among the accounts that the importer sees', async () => {
  const all = app.person([...FEATURES, 'auth.users.list'], { organizationIds: null })
  const file =
    'Number,Owner\nA1, ADA@Acme.example \nA2,nobody@acme.example\nA3,\nA4,sid@acme.example\nA5,eve@other.example\nA6,root@acme.example\n'
  const { counts, refused } = await run(all, file)
  expect(refused).toEqual([
    "3 Owner: There is no record 'nobody@acme.example'",
    "6 Owner: There is no record 'eve@other.example'",
  ])
  expect(counts).toMatchObject({ created: 4 })
  expect((await owners('A%')).filter((deal) => deal !== 'A3')).toEqual([
    'A1 ada@acme.example',
    'A4 sid@acme.example',
    'A6 root@acme.example',
  ])
})

test('who is confined to organizations finds neither accounts of others nor those without one', async () => {
  const confined = app.person([...FEATURES, 'auth.users.list'], { organizationIds: [here] })
  const file = 'Number,Owner\nB1,ada@acme.example\nB2,sid@acme.example\nB3,root@acme.example\n'
  const { refused } = await run(confined, file)
  expect(refused).toEqual([
    "3 Owner: There is no record 'sid@acme.example'",
    "4 Owner: There is no record 'root@acme.example'",
  ])
  expect(await owners('B%')).toEqual(['B1 ada@acme.example'])
})

test('an account that is found may still be none that records can belong to', async () => {
  const all = app.person([...FEATURES, 'auth.users.list'], { organizationIds: null })
  const { refused } = await run(all, 'Number,Owner\nC1,gone@acme.example\nC2,ada@acme.example\n')
  expect(refused).toEqual(['2 Owner: Not found'])
  expect(await owners('C%')).toEqual(['C2 ada@acme.example'])
})

test('other references to people are found by addresses too, if somebody maps them', async () => {
  const all = app.person([...FEATURES, 'auth.users.list'], { organizationIds: null })
  const mapping = [MAPPING[0]!, { column: 'Reviewer', field: 'reviewerId', lookUp: LOOK_UP }]
  const { counts } = await run(all, 'Number,Reviewer\nR1,Ada@acme.example\n', mapping)
  expect(counts).toMatchObject({ created: 1, refused: 0 })
  const rows = await app.sql(
    `select u.email from deals_deal d join users u on u.id = d.reviewer_id where d.number = 'R1'`,
  )
  expect(rows).toEqual([{ email: 'ada@acme.example' }])
})

test.each(['Owner', 'Owner email', 'owner_id'])(
  'the look-up is suggested for a column %s with addresses',
  async (name) => {
    const { client } = app.person([...FEATURES, 'auth.users.list'])
    const suggested = async (cell: string) =>
      (await postFile(client, { bytes: `Number,${name}\nD1,${cell}\n`, entity: 'deals.deal' })).body.settings.mapping
    expect(await suggested('ann@acme.example')).toEqual([MAPPING[0], { ...MAPPING[1], column: name }])
    const named = name === 'owner_id' ? [{ column: name, field: 'ownerId' }] : []
    expect(await suggested('Ann')).toEqual([MAPPING[0], ...named])
  },
)

test('who may not list accounts gets neither the suggestion nor the look-up', async () => {
  const { client } = app.person(FEATURES)
  const bytes = 'Number,Owner\nE1,ada@acme.example\n'
  const { id, settings } = (await postFile(client, { bytes, entity: 'deals.deal' })).body
  expect(settings.mapping).toEqual([MAPPING[0]])
  await client.put('/transfer/imports', { id, settings: { ...settings, mapping: MAPPING } })
  const refused = await client.post(`/transfer/imports/${id}/run`)
  expect(refused.status).toBe(400)
  expect(refused.body.fieldErrors).toEqual({ mapping: "You cannot read 'auth.user'" })
})

test('accounts themselves are no target, and are found by their address and id only', async () => {
  const { client } = app.person([...FEATURES, 'auth.*'])
  const ids = (await client.get('/transfer/entities')).body.items.map(({ id }: { id: string }) => id)
  expect(ids).not.toContain('auth.user')
  const bytes = 'Number,Owner\nF1,ada@acme.example\n'
  expect((await postFile(client, { bytes, entity: 'auth.user' })).status).toBe(400)
  const { id, settings } = (await postFile(client, { bytes, entity: 'deals.deal' })).body
  for (const by of ['passwordHash', 'emailKey', 'name', 'constructor']) {
    const mapping = [MAPPING[0], { ...MAPPING[1], lookUp: { ...LOOK_UP, by } }]
    await client.put('/transfer/imports', { id, settings: { ...settings, mapping } })
    const refused = await client.post(`/transfer/imports/${id}/run`)
    expect(refused.body.fieldErrors).toEqual({ mapping: `'auth.user' cannot be found by '${by}'` })
  }
})
