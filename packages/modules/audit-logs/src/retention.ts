import { z } from 'zod'
import { type Context, type Sql, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'

/** Days for which actions may stay in the database; the data that undo needs is kept for 30. */
export const ActionDays = z.int().min(31).max(3650)

/** Default retention of the access log in days (decision: Append-only logs and retention). */
export const ACCESS_DAYS = 90

/** What a tenant has configured; null where it has not. */
interface OwnDays extends Record<'access' | 'actions', number | null> {
  /** When any of it was last changed. */
  readonly updatedAt: string | null
}

/** The retention that the tenant has configured. */
export async function readOwnDays(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<OwnDays> {
  const { rows } = await sql<{ log: string; days: number; updatedAt: string }>`
    select r.log, r.days, r.updated_at as "updatedAt" from log_retention r
    where ${inTenant(scope, 'r')} ${lock ? sql`for update` : sql``}`.execute(db)
  const days = new Map(rows.map((row) => [row.log, row.days]))
  const updatedAt =
    rows
      .map((row) => row.updatedAt)
      .toSorted()
      .at(-1) ?? null
  return { access: days.get('access') ?? null, actions: days.get('actions') ?? null, updatedAt }
}

/** The earliest day for which any tenant retains accesses. */
export async function firstDayKept(db: Sql, now: Date): Promise<Date> {
  const { rows } = await sql<{ days: number }>`
    select greatest(${ACCESS_DAYS}, max(r.days))::integer as days from log_retention r where r.log = 'access'`.execute(
    db,
  )
  return daysBefore(now, rows[0]?.days ?? ACCESS_DAYS)
}

/** The start of the day (UTC) that many days ago. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days))
}
