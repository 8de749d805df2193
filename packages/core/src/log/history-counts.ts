import { type RawBuilder, sql } from 'kysely'
import { isKey } from '../define/access.ts'
import {
  alternatives,
  conditions,
  entriesOf,
  type HistoryContext,
  type HistoryFilter,
  isLookedThrough,
} from './history-filter.ts'
import { amongLooked, lookThrough } from './look-through.ts'

/** The newest entries that are counted for callers with row policies, which decide on each of them. */
const COUNTED = 5_000

/** The number of entries that a filter finds: for callers with row policies, among the newest 5,000 that it would find without them. */
export async function countHistory(ctx: HistoryContext, filter: HistoryFilter): Promise<number> {
  const looked = await lookedIn(ctx, filter, COUNTED)
  const common = [...conditions(ctx, filter), ...(looked ? amongLooked(looked, 'e') : [])]
  const branches = alternatives(ctx, filter).map(
    ({ where }) => sql`(select count(*) from ${entriesOf(ctx, filter, [...common, ...where])})`,
  )
  const { rows } = await sql<{ total: number }>`select ${sql.join(branches, sql` + `)} as total`.execute(ctx.db)
  return Number(rows[0]!.total)
}

/** How many entries about a kind of resource there are in an hour. */
export interface HistoryHour {
  /** As the clocks of a time zone show it: `2026-03-29T14`. */
  readonly hour: string
  readonly resourceKind: string | null
  readonly count: number
}

/** So many newest entries of a filter, for callers whose policies would decide on all of them. */
const lookedIn = async (ctx: HistoryContext, filter: HistoryFilter, most: number) =>
  isLookedThrough(ctx, filter) ? lookThrough(ctx, filter, { most, wanted: most }) : null

/**
 * When the oldest of so many newest entries of a filter was made, including those that policies hide; null for fewer, for callers
 * without row policies, and for the history of a record, which is short. As a part of another statement, the time would not be looked up
 * in an index.
 */
async function oldestOf(
  { actor, db }: HistoryContext,
  { resourceKind, resourceId, actorId, organizationIds, before }: HistoryFilter,
  most: number,
): Promise<string | null> {
  if (!actor.layers || resourceId !== undefined) return null
  const filter = {
    ...(resourceKind !== undefined && { kind: resourceKind }),
    ...(actorId !== null && !isKey(actorId) && { actor: actorId }),
    ...(organizationIds !== null && { organizations: organizationIds }),
    ...(before !== undefined && { before }),
  }
  const { rows } = await sql<{ oldest: string | null }>`
    select plinth.nth_entry(${JSON.stringify(filter)}::jsonb, ${most})::text as oldest`.execute(db)
  return rows[0]!.oldest
}

const isSince = (oldest: string | null): RawBuilder<unknown>[] =>
  oldest === null ? [] : [sql`e.created_at > ${oldest}::timestamptz`]

/** Counted entries, the oldest first. */
export interface HistoryHours {
  readonly hours: readonly HistoryHour[]
  /** Whether there are older entries, which are not counted. */
  readonly isPartial: boolean
}

/**
 * The hours of a time zone in which a filter finds entries, among the newest `most` entries: for callers with row policies, those that
 * the filter would find without them.
 */
export async function countHistoryByHour(
  ctx: HistoryContext,
  filter: HistoryFilter,
  { timeZone, most }: { readonly timeZone: string; readonly most: number },
): Promise<HistoryHours> {
  const looked = await lookedIn(ctx, filter, most)
  const common = [...conditions(ctx, filter), ...(looked ? amongLooked(looked, 'e') : [])]
  const newest = sql`order by e.created_at desc, e.seq desc limit ${most}`
  const branches = alternatives(ctx, filter).map(
    ({ where }) =>
      sql`(select e.created_at, e.seq, e.resource_kind from ${entriesOf(ctx, filter, [...common, ...where])} ${newest})`,
  )
  const { rows } = await sql<HistoryHour>`
    select to_char(e.created_at at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24') as hour,
      e.resource_kind as "resourceKind", count(*)::int as count
    from (select * from (${sql.join(branches, sql` union all `)}) e ${newest}) e group by 1, 2 order by 1, 2`.execute(
    ctx.db,
  )
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return { hours: rows, isPartial: looked ? looked.until !== null : total === most }
}

/** The number of newest entries that are searched for entries of other organizations. */
const LOOKED_THROUGH = 1_000

/**
 * Whether the filter excludes any of the newest 1,000 entries only because of their organization. `organizationIds` are the
 * organizations whose entries the caller may see; null stands for all of the tenant.
 */
export async function hasHistoryElsewhere(
  ctx: HistoryContext,
  filter: HistoryFilter,
  organizationIds: readonly string[] | null,
): Promise<boolean> {
  const shown = filter.organizationIds
  if (shown === null || organizationIds?.every((id) => shown.includes(id))) return false
  const wide = { ...filter, organizationIds }
  const isElsewhere = sql`(e.organization_id is null or e.organization_id <> all (${shown}::uuid[]))`
  // Policies are asked only about entries of other organizations.
  const isRestricted = ctx.actor.layers !== undefined
  const early = isRestricted ? [isElsewhere, ...isSince(await oldestOf(ctx, wide, LOOKED_THROUGH))] : []
  const common = [...conditions(ctx, wide), ...early]
  const newest = sql`order by e.created_at desc, e.seq desc limit ${isRestricted ? 1 : LOOKED_THROUGH}`
  const branches = alternatives(ctx, wide).map(
    ({ where }) => sql`(select e.organization_id from plinth.action_log e
      where ${sql.join([...common, ...where], sql` and `)} ${newest})`,
  )
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (select from (${sql.join(branches, sql` union all `)}) e where ${isElsewhere}) as "isThere"`.execute(
    ctx.db,
  )
  return rows[0]!.isThere
}
