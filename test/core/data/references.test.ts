import { defineEntity, p } from '@mikro-orm/core'
import {
  defineCommand,
  defineFeatures,
  defineMigration,
  defineModule,
  input,
  PlatformError,
  post,
  resource,
  Scoped,
} from '@plinth/core'
import type { TestResponse } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
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

const { manage } = defineFeatures('marina', { manage: 'Manage boats' })
const at = { access: { read: manage, write: manage }, list: { select: ['id'] as const } }
const Boat = defineEntity({ name: 'Boat', tableName: 'boats', extends: Scoped, properties: { name: p.string() } })
const Trip = defineEntity({
  name: 'Trip',
  tableName: 'trips',
  extends: Scoped,
  properties: {
    boat: () => p.manyToOne(Boat).fieldName('boat_id'),
    nickname: p.string().fieldName('short_name').nullable(),
    label: p.string().nullable(),
    begins: p.integer(),
    ends: p.integer(),
    fare: p.decimal().nullable(),
    secret: p.integer().default(1),
  },
})
const boats = resource('/boats', Boat, { ...at, input: input(Boat, ['name']) })
const trips = resource('/trips', Trip, {
  ...at,
  input: input(Trip, ['boat', 'nickname', 'label', 'begins', 'ends', 'fare']),
  constraints: { trips_afloat: () => new PlatformError('conflict', 'The boat has sunk') },
  actions: { spoil: { run: () => ({ secret: 10 }) } },
})
/** Makes trips by the command of the resource, for callers who send something else. */
const sail = defineCommand({
  id: 'marina.sail',
  access: manage,
  input: z.object({ boat: z.uuid(), from: z.number().int(), ends: z.number().int(), fare: z.string().default('1') }),
  output: z.unknown(),
  run: ({ input: { boat, from: begins, ends, fare }, run }) => run(trips.create, { boat, begins, ends, fare } as never),
})
/** Makes trips beside each other. */
const race = defineCommand({
  id: 'marina.race',
  access: manage,
  input: z.object({ boat: z.uuid(), ends: z.array(z.number().int()) }),
  output: z.unknown(),
  run: ({ input: { boat, ends: all }, run }) =>
    Promise.all(all.map((ends) => run(trips.create, { boat, begins: 1, ends, fare: '1' } as never))),
})
const marina = defineModule({
  id: 'marina',
  title: 'Marina',
  features: { manage },
  entities: [Boat, Trip],
  migrations: [
    defineMigration(
      'marina.tables',
      `select plinth.scoped_table('boats', 'name text not null');
       select plinth.scoped_table('trips', $$boat_id uuid not null, short_name text, label text, begins int not null,
         ends int not null, daily numeric(5, 1) generated always as (fare / (ends - 2000)) stored,
         bits text generated always as (case when ends = 3000 then ln(begins - 3000)::text end) stored, fare numeric(8, 2) not null default 1 check (fare > 0), secret int not null default 1 check (secret < 9),
         constraint never_backwards check (begins <= ends), constraint no_shouting check (label = lower(label) or length(label) < 3),
         exclude (tenant_id with =, ends with =)$$);
       create unique index one_name_a_boat on trips (tenant_id, boat_id, lower(short_name));
       create unique index trips_label_boat_id_unique on trips (tenant_id, label, boat_id);
       create function stay_afloat() returns trigger language plpgsql as $$ begin
         if not exists (select from boats b where b.id = new.boat_id and b.name = 'Sunk') then return new; end if;
         if new.short_name is null then raise exception 'sunk' using errcode = 'check_violation'; end if;
         raise exception 'sunk' using errcode = 'check_violation', table = 'trips', constraint = 'trips_afloat';
       end $$;
       create trigger stay_afloat before insert or update on trips for each row execute function stay_afloat();`,
    ),
  ],
  commands: [...boats.commands, ...trips.commands, sail, race],
  routes: [
    ...boats.routes,
    ...trips.routes,
    post('/sail', { access: manage, body: sail.input, response: z.unknown() }, ({ body, run }) => run(sail, body)),
    post('/race', { access: manage, body: race.input, response: z.unknown() }, ({ body, run }) => run(race, body)),
  ],
})

test('fields are named as they were sent, and what excludes another row is a conflict, on undo as well', async () => {
  await using app = await testApp({ modules: [marina] })
  const client = app.as({ features: ['*'] })
  const boat = (await client.post('/boats', { name: 'Ada' })).body.id
  const send = async (trip: object) => {
    const { status, body } = await client.post('/trips', { boat, begins: 1, ends: 5, ...trip })
    return [status, body.fieldErrors ?? body.error]
  }
  const made = await client.post('/trips', { boat, nickname: 'Low', label: 'A', begins: 1, ends: 5 })
  expect(made.status, made.text).toBe(201)
  expect(await send({ begins: 6, ends: 7, nickname: 'low' })).toEqual([400, { nickname: 'Already in use' }])
  expect(await send({ begins: 6, ends: 7, label: 'A' })).toEqual([400, { boat: 'Already in use' }])
  const together = 'These values do not fit together'
  expect(await send({ begins: 7, ends: 6 })).toEqual([400, { begins: together, ends: together }])
  expect(await send({ label: 'LOUD' })).toEqual([400, { label: 'This value is not allowed' }])
  expect(await send({ fare: '-1' })).toEqual([400, { fare: 'Must be greater than 0' }])
  const german = await client.fetch('/trips', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'de' },
    body: JSON.stringify({ boat, begins: 1, ends: 5, fare: '0' }),
  })
  expect(await german.json()).toEqual({ error: 'Ungültige Eingabe', fieldErrors: { fare: 'Muss größer als 0 sein' } })
  // Nobody sends this column.
  const spoiled = await client.post('/trips/spoil', { id: made.body.id })
  expect([spoiled.status, spoiled.body]).toEqual([400, { error: 'Invalid input' }])
  const excluded = [409, 'This conflicts with an existing record']
  // What a command inside another one is refused for, and what the database calculates.
  const sent = async (trip: object) => {
    const { status, body } = await client.post('/sail', { boat, from: 1, ends: 5, ...trip })
    return [status, body.fieldErrors ?? body.error]
  }
  expect(await sent({ from: 9, ends: 8 })).toEqual([400, { begins: together, ends: together }])
  expect(await sent({ fare: '-1' })).toEqual([400, { fare: 'Must be greater than 0' }])
  const beside = await client.post('/race', { boat, ends: [100, 0, 101, 102] })
  expect([beside.status, beside.body.fieldErrors]).toEqual([400, { begins: together, ends: together }])
  for (const one of [send, sent]) {
    expect(await one({ ends: 2000 })).toEqual([400, 'A number would be divided by zero'])
    expect(await one({ ends: 1999, fare: '999999' })).toEqual([400, 'A number is too large'])
    expect(await one({ ends: 3000 })).toEqual([400, 'A value cannot be calculated from these'])
  }
  expect(await send({ begins: 4 })).toEqual(excluded)
  const other = await client.post('/trips', { boat, begins: 10, ends: 11 })
  const both = [await client.del(`/trips?id=${made.body.id}`), await client.del(`/trips?id=${other.body.id}`)]
  expect((await client.put('/boats', { id: boat, name: 'Sunk' })).status).toBe(200)
  const raised = []
  for (const { operation } of both)
    raised.push(
      await app.platform
        .actAs(app.callerOf({ features: ['*'] }), ({ undo }) => undo(operation!.id, { ofOthers: true }))
        .catch(({ status, message }: PlatformError) => [status, message]),
    )
  expect(raised).toEqual([
    [409, 'The boat has sunk'],
    [400, 'Rows cannot be restored: they break a check'],
  ])
  expect((await client.put('/boats', { id: boat, name: 'Ada' })).status).toBe(200)
  const [deleted] = both as [TestResponse]
  expect((await send({ begins: 4 }))[0]).toBe(201)
  const undone = app.platform.actAs(app.callerOf({ features: ['*'] }), ({ undo }) =>
    undo(deleted.operation!.id, { ofOthers: true }),
  )
  await expect(undone).rejects.toMatchObject({ status: 409, message: excluded[1] })
})
