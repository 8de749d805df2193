import { type Context, type Sql, sql } from '@plinth/core'

/** Days for which accesses are kept where a tenant has not said otherwise (decision 21). */
export const ACCESS_DAYS = 90

/** What the tenant has said; null when it has not. */
export async function readAccessDays({ db, scope }: Pick<Context, 'db' | 'scope'>): Promise<number | null> {
  const { rows } = await sql<{ days: number }>`select r.days from log_retention r
    where r.tenant_id = ${scope.tenantId} and r.log = 'access'`.execute(db)
  return rows[0]?.days ?? null
}

/** The first day that somebody keeps accesses of. */
export async function firstDayKept(db: Sql, now: Date): Promise<Date> {
  const { rows } = await sql<{ days: number }>`
    select greatest(${ACCESS_DAYS}, max(r.days))::integer as days from log_retention r where r.log = 'access'`.execute(
    db,
  )
  return daysBefore(now, rows[0]?.days ?? ACCESS_DAYS)
}

/** The beginning of the day (UTC) so many days ago. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days))
}
