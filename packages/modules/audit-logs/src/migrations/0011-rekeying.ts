import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** How far a rotation of the secret has come. Only the owner of the database rotates, so hosts can only read it. */
export const rekeying = defineMigration('audit_logs.rekeying', sqlFile(new URL('./0011-rekeying.sql', import.meta.url)))
