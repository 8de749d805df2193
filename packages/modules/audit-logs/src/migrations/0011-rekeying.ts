import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** The progress of a rotation of the secret. Only the owner of the database rotates it, so hosts can only read the progress. */
export const rekeying = defineMigration('audit_logs.rekeying', sqlFile(new URL('./0011-rekeying.sql', import.meta.url)))
