import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Endpoints and deliveries. Secrets are not in the log; deliveries are not recorded. */
export const tables = defineMigration('webhooks.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
