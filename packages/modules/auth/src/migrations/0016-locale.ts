import { defineMigration } from '@plinth/core'

/** Time zone, language, week and currency of people; null for those of their tenant. */
export const locale = defineMigration(
  'auth.locale',
  `alter table users add column time_zone text, add column language text, add column week_start text,
    add column currency text;`,
)
