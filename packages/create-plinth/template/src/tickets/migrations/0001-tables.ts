import { defineMigration } from '@plinth/core'

export const tables = defineMigration(
  'tickets.tables',
  `select plinth.scoped_table('tickets', 'title text not null, body text');`,
)
