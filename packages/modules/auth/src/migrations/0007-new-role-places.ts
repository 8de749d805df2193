import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** The places of a new role cost one statement: those in all tenants are made where it belongs to all of them. */
export const newRolePlaces = defineMigration(
  'auth.new_role_places',
  sqlFile(new URL('./0007-new-role-places.sql', import.meta.url)),
)
