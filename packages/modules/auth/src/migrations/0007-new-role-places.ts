import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Creates the places of a new role in a single statement; those in all tenants are only created for roles of all tenants. */
export const newRolePlaces = defineMigration(
  'auth.new_role_places',
  sqlFile(new URL('./0007-new-role-places.sql', import.meta.url)),
)
