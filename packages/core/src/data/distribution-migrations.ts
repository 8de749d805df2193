import { defineMigration, defineOnlineMigration, sqlFile } from './migration.ts'
/**
 * Tables that are laid out by tenant hold no unique value but those of one tenant. What must be unique among all of them,
 * or is looked up before a tenant is known, is kept beside its table in a look-up, which every node has whole.
 */
export const lookUps = defineMigration('core.look_ups', sqlFile(new URL('./sql/look-ups.sql', import.meta.url)))

/** Rows of all tenants, and foreign keys to rows that no longer have a key of their id alone. */
export const keysByTenant = defineMigration(
  'core.keys_by_tenant',
  sqlFile(new URL('./sql/keys-by-tenant.sql', import.meta.url)),
)

/**
 * Rows of all tenants are found by their id, as those without a tenant; and rows come back after those that a column says
 * it refers to, as after those that a foreign key names.
 */
export const revertsByTenant = defineMigration(
  'core.reverts_by_tenant',
  sqlFile(new URL('./sql/reverts-by-tenant.sql', import.meta.url)),
)

/** The words of a text are found by its tenant and id, neither of which ever changes. */
export const textsByTenant = defineMigration(
  'core.texts_by_tenant',
  sqlFile(new URL('./sql/texts-by-tenant.sql', import.meta.url)),
)

/** Reads what the keys before have held already, while others write. */
export const textKeysRead = defineOnlineMigration(
  'core.text_keys_read',
  `
do $$ declare key record; begin
  for key in select c.conrelid::regclass as name, c.conname from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and not c.convalidated and t.relnamespace = 'plinth'::regnamespace and t.relname like 'texts\\_%'
  loop
    execute format('alter table %s validate constraint %I', key.name, key.conname);
  end loop;
end $$;
`,
)
