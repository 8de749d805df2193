import { defineMigration, defineOnlineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** The version of a group, members included. */
export const revisions = defineMigration(
  'scim.revisions',
  'alter table scim_groups add column revision integer not null default 0',
)

/** Names of deleted people can be used again, and roles of groups are counted by group. */
export const reuse = defineOnlineMigration('scim.reuse', sqlFile(new URL('./0002-reuse-online.sql', import.meta.url)))
