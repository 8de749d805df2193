import { defineMigration } from '@plinth/core'

/** When a suspension ends by itself; null for never. */
export const suspensionEnds = defineMigration(
  'directory.suspension_ends',
  'alter table write_suspensions add column ends_at timestamptz;',
)
