import { defineMigration } from '@plinth/core'

export const tables = defineMigration(
  'tickets.tables',
  `select plinth.scoped_table('tickets_ticket', $$title text not null, body text,
     status text not null default 'open' check (status in ('open', 'closed'))$$);
   create index on tickets_ticket (tenant_id, title collate "und-x-icu", id);
   create index on tickets_ticket (tenant_id, title collate "es-x-icu", id);
   create index on tickets_ticket (tenant_id, title collate "pl-x-icu", id);`,
)
