import { defineMigration } from '@plinth/core'

/** Functions that maintain data for every tenant run with the owner's privileges, and can see which tenants exist. */
export const owner = defineMigration(
  'directory.owner',
  `
do $$ begin execute format('create policy owner on tenants for select to %I using (true)', current_user); end $$;
`,
)
