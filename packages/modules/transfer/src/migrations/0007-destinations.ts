import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Buckets of tenants to which scheduled exports are written. */
export const destinations = defineMigration(
  'transfer.destinations',
  sqlFile(new URL('./0007-destinations.sql', import.meta.url)),
)
