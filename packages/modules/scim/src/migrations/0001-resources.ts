import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Accounts and groups as identity providers know them. */
export const resources = defineMigration('scim.resources', sqlFile(new URL('./0001-resources.sql', import.meta.url)))
