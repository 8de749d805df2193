import { defineMigration } from '@plinth/core'

/** What tenants and organizations have set, one row for each group of settings. Secrets are not in the log. */
export const tables = defineMigration(
  'settings.tables',
  `select plinth.scoped_table('settings',
    'settings_id text not null, stored jsonb not null check (octet_length(stored::text) <= 65536), secrets jsonb,
     constraint settings_unique unique nulls not distinct (tenant_id, organization_id, settings_id)', '{secrets}')`,
)
