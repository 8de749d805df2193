import { defineBaseline, sqlFile } from '@plinth/core/data'

/** Accounts, roles, rights and logins. */
export const baseline = defineBaseline(
  'auth.baseline',
  [
    sqlFile(new URL('./0001-accounts.sql', import.meta.url)),
    sqlFile(new URL('./0001-logins.sql', import.meta.url)),
  ].join(''),
  [
    'auth.accounts',
    'auth.logins',
    'auth.lookups',
    'auth.confirmed_addresses',
    'auth.restoring_links',
    'auth.declared_roles',
    'auth.keys_by_tenant',
    'auth.keys_by_tenant_online',
    'auth.new_role_places',
    'auth.active_accounts',
  ],
)
