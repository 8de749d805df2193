import { type Sql, sql } from '@plinth/core'

/** Lets what is done for one address happen one after the other, until the transaction ends. */
export async function lockAddress(db: Sql, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('onboarding ' || lower(${email}), 0))`.execute(db)
}
