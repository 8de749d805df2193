import { sqlFile } from '@plinth/core/data'
import { defineMigration, defineOnlineMigration } from '@plinth/core'

/** Where the assignment of a role comes from. Existing ones were made by administrators. */
export const roleSources = defineMigration(
  'auth.role_sources',
  `alter table user_roles add column source text not null default ''`,
)

/** A role may be held from several sources. There is always an index that keeps each of them unique. */
export const roleSourcesOnline = defineOnlineMigration(
  'auth.role_sources_online',
  sqlFile(new URL('./0012-role-sources-online.sql', import.meta.url)),
)
