import { defineMigration } from '@plinth/core'

/** Roles are limited per tenant: forms and the settings of the sidebar list all of them. */
export const roleLimit = defineMigration(
  'auth.role_limit',
  `select plinth.limit_rows('roles', 10000, 'A tenant can have at most %s roles')`,
)
