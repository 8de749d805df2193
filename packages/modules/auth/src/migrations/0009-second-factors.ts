import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Second factors, passkeys and recovery codes, sign-ins that wait for a factor, what tenants require, and the devices of
 * sessions. Factors are recorded, so that deleting an account and undoing the deletion keeps them; the commands that add and
 * remove them cannot be undone (decisions 50 and 94).
 */
export const secondFactors = defineMigration(
  'auth.second_factors',
  sqlFile(new URL('./0009-second-factors.sql', import.meta.url)),
)
