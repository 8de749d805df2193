import { defineEntity, p } from '@mikro-orm/core'
import {
  customColumn,
  defineFeatures,
  defineMigration,
  defineModule,
  extensible,
  input,
  lines,
  resource,
  Scoped,
} from '@plinth/core'
import { analytics } from '@plinth/points'
import { searchText } from '@plinth/core/data'

const features = defineFeatures('depot', {
  view: 'View parts',
  manage: 'Manage parts',
  seeMargins: 'See margins',
  setRatings: 'Set ratings',
})

const Supplier = defineEntity({
  name: 'DepotSupplier',
  tableName: 'depot_suppliers',
  extends: Scoped,
  properties: { name: p.string(), iban: p.string().nullable() },
})

const Part = defineEntity({
  name: 'DepotPart',
  tableName: 'depot_parts',
  extends: Scoped,
  properties: {
    title: p.string(),
    note: p.string().nullable(),
    cost: p.decimal('number').nullable(),
    margin: p.integer().default(0),
    rating: p.integer().default(0),
    dueAt: p.datetime().nullable(),
    total: p.decimal('number').default(0),
    supplier: () => p.manyToOne(Supplier),
    custom: extensible('depot:part'),
    searchText: searchText('title', 'note'),
  },
})

const Batch = defineEntity({
  name: 'DepotBatch',
  tableName: 'depot_batches',
  extends: Scoped,
  properties: {
    part: () => p.manyToOne(Part),
    label: p.string(),
    price: p.decimal('number').default(0),
    position: p.integer().default(0),
  },
})

const tables = defineMigration(
  'depot.tables',
  `select plinth.scoped_table('depot_suppliers', 'name text not null, iban text');
   select plinth.scoped_table('depot_parts', $$title text not null, note text, cost numeric, margin integer not null default 0,
     rating integer not null default 0, due_at timestamptz, total numeric not null default 0, search_text text not null,
     supplier_id uuid not null, foreign key (tenant_id, supplier_id) references depot_suppliers (tenant_id, id)$$);
   create index on depot_parts (tenant_id, supplier_id);
   select plinth.scoped_table('depot_batches', $$label text not null, price numeric not null default 0,
     position integer not null default 0, part_id uuid not null,
     foreign key (tenant_id, part_id) references depot_parts (tenant_id, id) on delete cascade$$);
   select plinth.lines('depot_batches', 'part_id', 'depot_parts', '{"total": "price"}');`,
)

const customValues = defineMigration('depot.custom', customColumn('depot_parts'))

const access = { read: features.view, write: features.manage }

const suppliers = resource('/depot/suppliers', Supplier, {
  kind: 'depot.supplier',
  access,
  input: input(Supplier, ['name', 'iban']),
  list: { select: ['id', 'name', 'iban'], search: ['name', 'iban'], sort: ['name', 'iban'] },
})

export const parts = resource('/depot/parts', Part, {
  kind: 'depot.part',
  access,
  input: input(Part, ['title', 'note', 'cost', 'margin', 'rating', 'dueAt', 'supplier']),
  lines: {
    batches: lines(Batch, {
      parent: 'part',
      input: input(Batch, ['label', 'price']),
      order: 'position',
      sums: { total: 'price' },
    }),
  },
  list: {
    select: ['id', 'title', 'note', 'cost', 'margin', 'rating', 'dueAt', 'total', 'updatedAt'],
    expand: { supplier: ['id', 'name', 'iban'] },
    search: 'searchText',
    sort: ['title', 'cost', 'margin', 'rating'],
    defaultSort: { field: 'cost' },
    filter: ['cost', 'margin', 'rating', 'title'],
  },
  rules: { settable: ['note'] },
  fields: { margin: { read: features.seeMargins }, rating: { write: features.setRatings } },
})

/** Parts with fields that some may not read, and others not write. */
export const depot = defineModule({
  id: 'depot',
  title: 'Depot',
  entities: [Supplier, Part, Batch],
  migrations: [tables, customValues],
  features,
  commands: [...suppliers.commands, ...parts.commands],
  routes: [...suppliers.routes, ...parts.routes],
  contributes: [
    analytics.of({
      id: 'depot:parts',
      features: [features.view],
      table: 'depot_parts',
      fields: {
        id: { column: 'id', type: 'uuid' },
        title: { column: 'title', type: 'text' },
        cost: { column: 'cost', type: 'number' },
        spent: { column: 'total', type: 'number' },
      },
    }),
  ],
})
