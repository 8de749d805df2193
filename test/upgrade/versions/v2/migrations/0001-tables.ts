import { defineMigration } from '@plinth/core'

export const tables = defineMigration(
  'rental.tables',
  `select plinth.scoped_table('customers', 'name text not null, price integer not null, street text not null, city text');
   create index on customers (tenant_id, name collate "und-x-icu", id);`,
)
