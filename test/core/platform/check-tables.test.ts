import { defineEntity, p } from '@mikro-orm/core'
import { defineModule, Scoped } from '@plinth/core'
import { expect, test } from 'vitest'
import { findEntityDrift } from '../../../packages/core/src/platform/entity-drift.ts'
import { Item } from '../_lab/lab-module.ts'
import { openLab } from '../_lab/lab.ts'

const unprotected: Record<string, [string, string]> = {
  'security switched off': [
    'alter table items disable row level security',
    'items: row level security is not enabled and forced',
  ],
  'security not forced': [
    'alter table items no force row level security',
    'items: row level security is not enabled and forced',
  ],
  'no policy': ['drop policy tenant on items', 'items: no policy binds the role plinth_app to the tenant'],
  'a policy of everything': [
    'create policy leak on items to plinth_app using (true)',
    'items: a policy lets the role plinth_app see every row',
  ],
  'a policy that spells the tenant and does not ask': [
    `create policy leak on items to plinth_app using ('plinth.tenant()' <> '')`,
    'items: a policy lets the role plinth_app see every row',
  ],
  'a policy for everybody': [
    'create policy leak on items using (true)',
    'items: a policy lets the role plinth_app see every row',
  ],
  'a policy that lets anything in': [
    'create policy leak on items for insert to plinth_app with check (true)',
    'items: a policy lets the role plinth_app see every row',
  ],
  'a check weaker than its policy': [
    'create policy leak on items to plinth_app using (tenant_id = plinth.tenant()) with check (true)',
    'items: a policy lets the role plinth_app see every row',
  ],
  'an index without the tenant': [
    'create index items_name on items (name)',
    'items: index items_name does not begin with tenant_id',
  ],
  'an unprotected table': [
    'create table loose (tenant_id uuid)',
    'loose: row level security is not enabled and forced',
  ],
  'an unprotected log': [
    'alter table plinth.changes no force row level security',
    'plinth.changes: row level security',
  ],
}

test.each(Object.entries(unprotected))('%s is found at start', async (_name, [fault, message]) => {
  await using lab = await openLab()
  await lab.sql(fault)
  await expect(lab.platform.start({ workers: false })).rejects.toMatchObject({
    code: 'broken_setup',
    message: expect.stringContaining(message),
  })
})

test('an index over all tenants is allowed to those who say why', async () => {
  await using lab = await openLab()
  await lab.sql(`create index items_name on items (name); comment on index items_name is 'all tenants: a test'`)
  await lab.platform.start({ workers: false })
})

const properties = { name: p.string(), amount: p.decimal().nullable() }
const rest = {
  data: p.json().nullable(),
  labels: p.array().nullable(),
  bytes: p.blob().nullable(),
  secret: p.string().nullable(),
}

const drifted = {
  'an entity like its table': [Item, []],
  'a table that does not exist': [
    defineEntity({ name: 'Gone', tableName: 'gone', extends: Scoped, properties }),
    ['gone: there is no such table'],
  ],
  'columns that do not exist': [
    defineEntity({
      name: 'More',
      tableName: 'items',
      extends: Scoped,
      properties: { ...properties, ...rest, colour: p.string() },
    }),
    ['items.colour: the table has no such column'],
  ],
  'a column that nobody fills': [
    defineEntity({ name: 'Less', tableName: 'items', extends: Scoped, properties: rest }),
    ['items.name: an insert needs a value for it, but the entity does not declare it'],
  ],
  'another type, another nullability': [
    defineEntity({
      name: 'Other',
      tableName: 'items',
      extends: Scoped,
      properties: { ...rest, name: p.string().nullable(), amount: p.integer().nullable(), secret: p.string() },
    }),
    [
      'items.amount: the entity says integer, the table numeric',
      'items.name: the entity allows null, the table does not',
      'items.secret: the table allows null, the entity does not',
    ],
  ],
} as const

test.each(Object.entries(drifted))('%s is told apart', async (_name, [entity, expected]) => {
  await using lab = await openLab()
  const drift = await findEntityDrift([defineModule({ id: 'lab', title: 'Lab', entities: [entity] })], lab.sql)
  expect(drift).toEqual(expected)
})
