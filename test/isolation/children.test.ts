import { defineEntity, p } from '@mikro-orm/core'
import {
  type Command,
  defineCommand,
  defineFeatures,
  defineMigration,
  defineModule,
  del,
  Id,
  Ok,
  post,
  Scoped,
  sql,
} from '@plinth/core'
import { checkIsolation, type Sample, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../_setup/app.ts'

const features = defineFeatures('sites', { manage: 'Manage sites' })

const Site = defineEntity({ name: 'Site', tableName: 'sites', extends: Scoped, properties: { name: p.string() } })
const Device = defineEntity({
  name: 'Device',
  tableName: 'devices',
  extends: Scoped,
  properties: { serial: p.string(), siteId: p.uuid() },
})

const createSite = defineCommand({
  id: 'sites.sites.create',
  access: features.manage,
  input: z.object({ name: z.string().max(100) }),
  output: Id,
  run: async ({ input, from }) => ({ id: (await from.create(Site, input)).id }),
})

const deleteSite = defineCommand({
  id: 'sites.sites.delete',
  access: features.manage,
  input: Id,
  output: Ok,
  async run({ input, from }) {
    await from.remove(Site, input.id)
    return { ok: true as const }
  },
})

/** Deletes any site of the tenant: only the policy of the database is in the way. */
const deleteAnySite = defineCommand({
  ...deleteSite,
  run: async ({ input, db }) => {
    await sql`delete from sites where id = ${input.id}`.execute(db)
    return { ok: true as const }
  },
}) as typeof deleteSite

const DeviceInput = z.object({ serial: z.string().max(100), siteId: z.uuid() })

const createDevice = defineCommand({
  id: 'sites.devices.create',
  access: features.manage,
  input: DeviceInput,
  output: Id,
  async run({ input, from }) {
    await from.lock(Site, input.siteId)
    return { id: (await from.create(Device, input)).id }
  },
})

/** Takes the site of another organization, for the foreign key knows tenants only. */
const createDeviceAnywhere = defineCommand({
  ...createDevice,
  run: async ({ input, from }) => ({ id: (await from.create(Device, input)).id }),
}) as typeof createDevice

const tables = defineMigration(
  'sites.tables',
  `select plinth.scoped_table('sites', 'name text not null');
   select plinth.scoped_table('devices', 'serial text not null, site_id uuid not null, unique (tenant_id, serial),
     foreign key (tenant_id, site_id) references sites (tenant_id, id)');
   create index on devices (tenant_id, site_id);`,
)

const sites = (device: Command, remove: Command) =>
  defineModule({
    id: 'sites',
    title: 'Sites',
    features,
    entities: [Site, Device],
    migrations: [tables],
    commands: [createSite, device, remove],
    routes: [
      post('/sites', createSite, { status: 201 }),
      del('/sites', remove, { errors: [404] }),
      post('/devices', device, { status: 201, errors: [404] }),
    ],
  })

const site = async (app: TestPlatform) => {
  const { body } = await app.as({ features: ['*'] }).post('/sites', { name: 'Home' })
  return body.id as string
}

const samples: readonly Sample[] = [
  { route: 'POST /sites', as: { features: ['*'] }, request: { body: { name: 'Home' } }, expect: 201 },
  {
    route: 'DELETE /sites',
    as: { features: ['*'] },
    request: async (app) => ({ query: { id: await site(app) } }),
    expect: 200,
  },
  {
    route: 'POST /devices',
    as: { features: ['*'] },
    request: async (app) => ({ body: { serial: 'unique', siteId: await site(app) } }),
    expect: 201,
  },
]

test('a parent in use is attacked without its children, and with a fresh body each time', async () => {
  await using app = await testApp({ modules: [sites(createDevice, deleteSite)] })
  const report = await checkIsolation(app, { samples })
  expect(report).toMatchObject({ tables: 2, routes: 3 })
})

test('an id of another organization is found although the value beside it is unique', async () => {
  await using app = await testApp({ modules: [sites(createDeviceAnywhere, deleteSite)] })
  await expect(checkIsolation(app, { samples })).rejects.toThrow(
    /POST \/devices.*answers 201 for a sibling row, but 4\d\d for one that does not exist/s,
  )
})

test('the deletion of another organization’s parent is found although the row of its own is in use', async () => {
  await using app = await testApp({ modules: [sites(createDevice, deleteAnySite)] })
  await expect(checkIsolation(app, { samples })).rejects.toThrow(
    /DELETE \/sites.*for a sibling row, but 200 for one that does not exist/,
  )
})
