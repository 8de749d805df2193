import { type Sql, sql } from '@plinth/core'

/** Serializes work for an email address until the end of the transaction. */
export async function lockAddress(db: Sql, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('onboarding ' || lower(${email}), 0))`.execute(db)
}
