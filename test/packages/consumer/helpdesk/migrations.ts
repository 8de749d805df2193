import { defineMigration } from '@plinth/core'

export const tables = defineMigration(
  'helpdesk.tables',
  `select plinth.scoped_table('tickets', 'subject text not null, body text not null, status text not null default ''open''');
   select plinth.scoped_table('ticket_comments', 'ticket_id uuid not null, text text not null,
     foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade');
   create index on ticket_comments (tenant_id, ticket_id);`,
)

/** The second version: a column renamed, one added. */
export const descriptions = defineMigration(
  'helpdesk.descriptions',
  `alter table tickets rename body to description;
   alter table tickets add column priority text not null default 'normal';`,
)
