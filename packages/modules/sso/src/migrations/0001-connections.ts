import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Connections to identity providers, the domains they serve, and the identities and sessions that come from them. */
export const connections = defineMigration(
  'sso.connections',
  sqlFile(new URL('./0001-connections.sql', import.meta.url)),
)
