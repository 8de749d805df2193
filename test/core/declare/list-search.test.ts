import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, list, Scoped } from '@plinth/core'
import { searchable } from '@plinth/core/data'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('desk', { view: 'View tickets' })
const Ticket = defineEntity({
  name: 'Ticket',
  tableName: 'tickets',
  extends: Scoped,
  properties: { title: p.string() },
})
const Other = defineEntity({ name: 'Other', tableName: 'others', extends: Scoped, properties: { title: p.string() } })
const search = searchable(Ticket, ['title'])
const spec = { access: features.view, select: ['id', 'title'], search, sort: ['title'] } as const
const desk = defineModule({
  id: 'desk',
  title: 'Desk',
  features,
  roles: { employee: [features.view] },
  entities: [Ticket],
  searches: [search],
  migrations: [
    defineMigration(
      'desk.tables',
      `select plinth.scoped_table('tickets', 'title text not null'); select plinth.searchable('tickets', '{title}')`,
    ),
  ],
  routes: [list('/tickets', Ticket, spec)],
})

test('a list with an index for its search pages and counts what is found, common or not', async () => {
  await using app = await testApp({ modules: [desk] })
  await app.sql(
    `insert into tickets (id, tenant_id, organization_id, title) select gen_random_uuid(), $1, $2,
       lpad(n::text, 3, '0') || case when n % 3 = 0 then ' Größe' else ' other' end from generate_series(1, 300) n`,
    [tenantA.id, tenantA.organization],
  )
  const ask = async (query: string) => (await app.as('employee').get(`/tickets?sortField=title&${query}`)).body
  const first = await ask('search=GROSSE&pageSize=40')
  expect([first.total, first.items.length, first.items[0].title]).toEqual([100, 40, '003 Größe'])
  const last = await ask('search=grosse&pageSize=40&page=3')
  expect([last.total, last.items.at(-1).title]).toEqual([100, '300 Größe'])
  const behind = await ask(`search=grosse&pageSize=40&after=${first.items.at(-1).id}`)
  expect([behind.total, behind.items[0].title]).toEqual([100, '123 Größe'])
  expect(await ask('search=rosse 201')).toMatchObject({ total: 1, items: [{ title: '201 Größe' }] })
  expect((await ask('search=201 other')).total).toBe(0)
  expect((await ask('search=%20')).total).toBe(300)
})

test('a list searches in its own entity', () => {
  expect(() => list('/others', Other, { ...spec, search })).toThrow('searches in another entity')
})
