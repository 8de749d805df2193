import { defineEntity, p } from '@mikro-orm/core'
import {
  customColumn,
  customIndex,
  defineFeatures,
  defineMigration,
  defineModule,
  extensible,
  input,
  resource,
  Scoped,
} from '@plinth/core'

export const YARDS = ['one', 'two'] as const
export type YardName = (typeof YARDS)[number]

const features = defineFeatures('yard', { view: 'View', manage: 'Manage' })
const access = { read: features.view, write: features.manage }
const columns = () => ({
  code: p.string(),
  title: p.string(),
  size: p.integer().default(42),
  note: p.text().nullable(),
  price: p.decimal('string').precision(18).scale(4).nullable(),
  soldOn: p.date().nullable(),
  isOpen: p.boolean().default(true),
  ownerId: p.uuid().nullable(),
  status: p.enum(['draft', 'sent']).default('draft'),
})
const One = defineEntity({
  name: 'YardOne',
  tableName: 'yard_one',
  extends: Scoped,
  properties: { ...columns(), parent: () => p.manyToOne(One).nullable(), custom: extensible('yard:yard_one') },
})
const Two = defineEntity({
  name: 'YardTwo',
  tableName: 'yard_two',
  extends: Scoped,
  properties: { ...columns(), parent: () => p.manyToOne(Two).nullable(), custom: extensible('yard:yard_two') },
})
const FIELDS = ['code', 'title', 'size', 'note', 'price', 'soldOn', 'isOpen', 'parent'] as const
const states = {
  property: 'status',
  initial: 'draft',
  editable: ['draft'],
  values: { draft: { label: 'Draft' }, sent: { label: 'Sent' } },
  transitions: { send: { label: 'Send', from: ['draft'], to: 'sent' } },
} as const

/** Resources of the same shape: the rows of `one` are written together, those of `two` one after another, for code of its own. */
const one = resource('/yard/one', One, {
  access,
  input: input(One, FIELDS),
  owned: true,
  states,
  rules: { settable: ['note'] },
})
const two = resource('/yard/two', Two, {
  access,
  input: input(Two, FIELDS),
  owned: true,
  states,
  rules: { settable: ['note'] },
  onWritten: async () => {},
})

const tableOf = (name: string) =>
  `select plinth.scoped_table('yard_${name}', $$
    code text not null, title text not null, size integer not null default 42 check (size < 60), note text, price numeric(18,4),
    sold_on date, is_open boolean not null default true, parent_id uuid, owner_id uuid, status text not null default 'draft',
    unique (tenant_id, code), unique (tenant_id, title),
    foreign key (tenant_id, parent_id) references yard_${name} (tenant_id, id)$$)`

export const yard = defineModule({
  id: 'yard',
  title: 'Yard',
  features,
  entities: [One, Two],
  migrations: [
    defineMigration('yard.tables', `${tableOf('one')}; ${tableOf('two')}`),
    defineMigration('yard.custom', customColumn('yard_one', 'yard_two')),
    defineMigration(
      'yard.custom_index',
      YARDS.map((name) => customIndex(`yard_${name}`, `yard:yard_${name}`)).join('\n'),
    ),
  ],
  resources: [one, two],
})
