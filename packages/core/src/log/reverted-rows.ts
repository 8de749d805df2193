import { sql } from 'kysely'

/** The table with the rows of the entry being reverted, while its plan is executed. */
export const revertedRows = sql.ref('pg_temp.reverted_rows')
