import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, input, resource, Scoped } from '@plinth/core'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('field', { manage: 'Manage sites' })
const Site = defineEntity({ name: 'Site', tableName: 'sites', extends: Scoped, properties: { name: p.string() } })
const Asset = defineEntity({
  name: 'Asset',
  tableName: 'assets',
  extends: Scoped,
  properties: { name: p.string(), siteId: p.uuid() },
})
const access = { read: features.manage, write: features.manage }
const sites = resource('/sites', Site, { access, input: input(Site, ['name']), list: { select: ['id', 'name'] } })
const assets = resource('/assets', Asset, {
  access,
  input: input(Asset, ['name', 'siteId']),
  list: { select: ['id', 'name', 'siteId'] },
})

const field = (rule: string) =>
  defineModule({
    id: 'field',
    title: 'Field service',
    features,
    entities: [Site, Asset],
    migrations: [
      defineMigration(
        'field.tables',
        `select plinth.scoped_table('sites', 'name text not null');
         select plinth.scoped_table('assets', 'name text not null, site_id uuid not null');
         alter table assets add constraint assets_site_id_fkey
           foreign key (tenant_id, site_id) references sites (tenant_id, id) ${rule};`,
      ),
    ],
    commands: [...sites.commands, ...assets.commands],
    routes: [...sites.routes, ...assets.routes],
  })

test.each(['', 'on delete restrict', 'deferrable initially deferred'])(
  'what the database refuses of references is said of what the caller sent: %s',
  async (rule) => {
    await using app = await testApp({ modules: [field(rule)] })
    const client = app.as({ features: ['*'] })
    const site = (await client.post('/sites', { name: 'Depot' })).body
    expect((await client.post('/assets', { name: 'Pump', siteId: site.id })).status).toBe(201)

    const deleted = await client.del(`/sites?id=${site.id}`)
    expect([deleted.status, deleted.body]).toEqual([
      400,
      { error: 'Still in use', fieldErrors: { id: 'Still in use' } },
    ])
    const dangling = await client.post('/assets', { name: 'Pump', siteId: '99999999-9999-4999-8999-999999999999' })
    expect([dangling.status, dangling.body]).toEqual([
      400,
      { error: 'siteId refers to something that does not exist', fieldErrors: { siteId: 'Does not exist' } },
    ])
  },
)
