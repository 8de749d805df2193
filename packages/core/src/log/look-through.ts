import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { isKey } from '../define/access.ts'
import type { Context } from '../define/context.ts'

/** The filters that are looked through; others are left to whoever reads what is found. */
interface LookFilter {
  readonly resourceKind?: string | undefined
  readonly actorId?: string | null
  readonly organizationIds?: readonly string[] | null
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly verbs?: readonly string[] | undefined
}

/** Entries of a filter that were looked at together. */
export interface LookedThrough {
  /** Those that row policies may permit, which decide on each of them. Others are hidden. */
  readonly ids: readonly string[]
  /** How many there were. */
  readonly looked: number
  /** When the last of them was made, all of that moment included; null at the end of the log. */
  readonly until: string | null
}

interface Looking {
  /** After which entry to start. */
  readonly from?: { readonly createdAt: string; readonly seq: number } | undefined
  readonly isAscending?: boolean
  /** How many entries to look at, and how many that may be visible are enough. */
  readonly most: number
  readonly wanted: number
}

/**
 * Looks at the next entries of a filter, whether or not policies hide them. Deciding on each to the end of a long log, to find few, would
 * take minutes; policies that compare columns of the recorded rows are compared here for many at once.
 */
export async function lookThrough(
  { db }: Pick<Context, 'db'>,
  { resourceKind, actorId, organizationIds, before, after, verbs }: LookFilter,
  { from, isAscending = false, most, wanted }: Looking,
): Promise<LookedThrough> {
  const filter = {
    ...(resourceKind !== undefined && { kind: resourceKind }),
    ...(actorId && { [isKey(actorId) ? 'key' : 'actor']: actorId }),
    ...(organizationIds && { organizations: organizationIds }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(verbs !== undefined && { verbs }),
    ...(from && { at: from.createdAt, seq: from.seq }),
    ...(isAscending && { ascending: true }),
  }
  const { rows } = await sql<LookedThrough>`select n.ids, n.looked, n.until::text as until
    from plinth.look_through(${JSON.stringify(filter)}::jsonb, ${most}, ${wanted}) n`.execute(db)
  return rows[0]!
}

/** Conditions on entries `alias` that leave those that were looked at, of the newest ones, without most of the hidden ones. */
export function amongLooked({ ids, looked, until }: LookedThrough, alias: string): readonly RawBuilder<SqlBool>[] {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return [
    ...(until === null ? [] : [sql<SqlBool>`${of('created_at')} >= ${until}::timestamptz`]),
    // A long list costs more than it saves.
    ...(ids.length > looked / 2 ? [] : [sql<SqlBool>`${of('id')} = any (${ids}::uuid[])`]),
  ]
}

/** The newest entries that are summed up. */
const SUMMED_UP = 5_000

/**
 * For callers with row policies: conditions on entries `alias` that leave the newest 5,000, hidden ones included, and whether there are
 * older ones. Undefined for callers whom no policy restricts.
 */
export async function newestVisible(ctx: Pick<Context, 'actor' | 'db'>, alias: string) {
  if (!ctx.actor.layers) return undefined
  let looking = lookedBy.get(ctx)
  if (!looking) lookedBy.set(ctx, (looking = lookThrough(ctx, {}, { most: SUMMED_UP, wanted: SUMMED_UP })))
  const looked = await looking
  return { conditions: amongLooked(looked, alias), isPartial: looked.until !== null }
}

/** A dashboard sums up the same entries many times. */
const lookedBy = new WeakMap<object, Promise<LookedThrough>>()
