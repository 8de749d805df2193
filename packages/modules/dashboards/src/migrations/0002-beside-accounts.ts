import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Before the tables: they refer to users and roles by the id alone, which a product that has accounts already no longer
 * keeps unique by an index.
 */
export const uniqueIds = defineMigration(
  'dashboards.unique-ids',
  `do $$ begin
    if to_regclass('public.dashboard_layouts') is not null then return; end if;
    create unique index dashboard_users_by_id on users (id);
    create unique index dashboard_roles_by_id on roles (id);
  end $$`,
)

/** After them: what new tables refer to is what accounts have for all others. */
export const besideAccounts = defineMigration(
  'dashboards.beside-accounts',
  sqlFile(new URL('./0002-beside-accounts.sql', import.meta.url)),
)
