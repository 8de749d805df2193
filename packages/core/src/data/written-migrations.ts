import { defineMigration } from './migration.ts'

/** A function, because its statement is planned once per connection; written out, it would be once per command. */
export const written = defineMigration(
  'core.written',
  `
create function plinth.written_tables(tenant uuid, entry uuid) returns setof text language plpgsql stable
  as $$ begin return query select distinct table_name from plinth.changes where tenant_id = tenant and entry_id = entry; end $$;
`,
)
