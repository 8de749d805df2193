import { sql } from 'kysely'
import { inScope } from '../data/query/scope-conditions.ts'
import type { Sql } from '../data/query/sql.ts'
import type { RevertOptions } from '../define/command.ts'
import type { Context } from '../define/context.ts'

/** The part of a log entry that reverting needs. */
export interface LoggedEntry {
  readonly id: string
  readonly commandId: string
  readonly actionLabel: string | null
  readonly resourceKind: string | null
  readonly resourceId: string | null
  readonly parentResourceKind: string | null
  readonly parentResourceId: string | null
  readonly context: Readonly<Record<string, unknown>> | null
  readonly cacheTags: readonly string[]
  readonly tenantId: string
  readonly organizationId: string | null
  readonly actorId: string
  readonly actorUserId: string | null
  readonly createdAt: string
}

/** The columns of a `LoggedEntry` in a query that uses the alias `e` for the log. */
export const loggedEntryColumns = sql`e.id, e.command_id as "commandId", e.action_label as "actionLabel",
  e.resource_kind as "resourceKind", e.resource_id as "resourceId", e.parent_resource_kind as "parentResourceKind",
  e.parent_resource_id as "parentResourceId", e.context, e.cache_tags as "cacheTags",
  e.tenant_id as "tenantId", e.organization_id as "organizationId", e.actor_id as "actorId",
  e.actor_user_id as "actorUserId", e.created_at as "createdAt"`

/** The state of an entry: unchanged, undone, or redone by another entry after it was undone. */
export type EntryState = 'done' | 'undone' | 'redone'

/** Whether entry `e` was undone or redone. */
export const hasRevert = (kind: 'undo' | 'redo') =>
  sql`exists (select from plinth.turns t where t.tenant_id = e.tenant_id and t.source_id = e.id and t.kind = ${sql.lit(kind)})`

const stateOf = sql<EntryState>`case when ${hasRevert('redo')} then 'redone' when ${hasRevert('undo')} then 'undone' else 'done' end`

/** Entries that the caller may undo or redo: within their scope, and only their own unless `ofOthers` is set. */
const withinReach = ({ scope, actor }: Pick<Context, 'scope' | 'actor'>, { ofOthers = false }: RevertOptions) =>
  sql`${inScope(scope, 'e')} and (${ofOthers} or e.actor_id = ${actor.id})`

/** Finds an entry by its id, or by the hash of its token. Entries restored from the archive have no token. */
export type EntryKey = { readonly id: string } | { readonly tokenHash: string }

/** The entry, if the caller may revert it and it is in the given state; null otherwise. */
export async function findEntry(
  ctx: Pick<Context, 'db' | 'scope' | 'actor'>,
  key: EntryKey,
  { state, ...options }: RevertOptions & { readonly state: EntryState },
): Promise<LoggedEntry | null> {
  const isNamed =
    'id' in key ? sql`e.id = ${key.id} and e.undo_token_hash is not null` : sql`e.undo_token_hash = ${key.tokenHash}`
  const { rows } = await sql<LoggedEntry & { readonly state: EntryState }>`
    select ${loggedEntryColumns}, ${stateOf} as state from plinth.action_log e
    where ${withinReach(ctx, options)} and ${isNamed}`.execute(ctx.db)
  return rows[0]?.state === state ? rows[0] : null
}

/** How far the clocks of hosts of earlier versions may be apart, which dated their entries themselves. */
const SKEW = sql.lit('1 hour')

/**
 * Whether no newer entry of the same resource has to be undone first (decision: Undo and redo); for an entry without a resource, no
 * newer one of its actor. The sequence tells what is newer, and the time only limits what is read.
 */
export async function isNewest(
  ctx: Pick<Context, 'db' | 'scope' | 'actor'>,
  { id, actorId, resourceKind, resourceId, createdAt }: LoggedEntry,
  options: RevertOptions,
): Promise<boolean> {
  const same =
    resourceKind === null || resourceId === null
      ? sql`e.actor_id = ${actorId}`
      : sql`e.resource_kind = ${resourceKind} and e.resource_id = ${resourceId}`
  const { rows } = await sql<{ isNewest: boolean }>`select not exists (select from plinth.action_log e
    where ${withinReach(ctx, options)} and ${same} and e.created_at > ${createdAt}::timestamptz - interval ${SKEW}
      and e.seq > (select own.seq from plinth.action_log own where own.tenant_id = ${ctx.scope.tenantId} and own.id = ${id})
      and e.undo_token_hash is not null and ${stateOf} = 'done') as "isNewest"`.execute(ctx.db)
  return rows[0]!.isNewest
}

/** An entry of the tenant by id, of any actor; null if there is none. */
export async function findLoggedEntry(db: Sql, tenantId: string, id: string): Promise<LoggedEntry | null> {
  const { rows } = await sql<LoggedEntry>`select ${loggedEntryColumns} from plinth.action_log e
    where e.tenant_id = ${tenantId} and e.id = ${id}`.execute(db)
  return rows[0] ?? null
}
