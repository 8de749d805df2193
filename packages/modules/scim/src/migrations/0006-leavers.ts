import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Which memberships are not shown, so that groups are read without looking at all who have left. */
export const leavers = defineMigration('scim.leavers', sqlFile(new URL('./0006-leavers.sql', import.meta.url)))
