import { defineMigration } from '@plinth/core'

/** Time zone, language, week and currency of tenants; null for the defaults. */
export const locale = defineMigration(
  'directory.locale',
  `alter table tenants add column time_zone text, add column language text, add column week_start text,
    add column currency text;`,
)
