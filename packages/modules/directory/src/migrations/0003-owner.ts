import { defineMigration } from '@plinth/core'

/** Functions that keep something for every tenant work with the owner's rights, and see which tenants there are. */
export const owner = defineMigration(
  'directory.owner',
  `
do $$ begin execute format('create policy owner on tenants for select to %I using (true)', current_user); end $$;
`,
)
