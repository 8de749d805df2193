import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Runs before the tables are created: they reference users and roles by id alone, which a product with existing accounts no
 * longer keeps unique by an index.
 */
export const uniqueIds = defineMigration(
  'dashboards.unique-ids',
  `do $$ begin
    if to_regclass('public.dashboard_layouts') is not null then return; end if;
    create unique index dashboard_users_by_id on users (id);
    create unique index dashboard_roles_by_id on roles (id);
  end $$`,
)

/** Runs afterwards: gives new tables the same references to accounts as all other tables have. */
export const besideAccounts = defineMigration(
  'dashboards.beside-accounts',
  sqlFile(new URL('./0002-beside-accounts.sql', import.meta.url)),
)
