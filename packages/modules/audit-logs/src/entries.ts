import { type Context, sql } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { type LoggedEntry, loggedEntryColumns, inScope } from '@plinth/core/data'

/** An entry as it stands in the log, with what became of it. */
export interface FoundEntry extends LoggedEntry {
  readonly state: 'done' | 'undone' | 'redone'
}

/** What became of an entry: nothing, it was undone, or what was undone has been redone by another entry. */
export const stateOf = sql<FoundEntry['state']>`case
  when exists (select from plinth.turns r where r.tenant_id = e.tenant_id and r.source_id = e.id and r.kind = 'redo') then 'redone'
  when exists (select from plinth.turns u where u.tenant_id = e.tenant_id and u.source_id = e.id and u.kind = 'undo') then 'undone'
  else 'done' end`

const columns = sql`${loggedEntryColumns}, ${stateOf} as state`

/** Whose entries the caller may turn: their own, or with the tenant-wide feature everybody's. */
export interface Reach {
  readonly actorId: string | null
}

/** The reach of the caller for a tenant-wide feature. */
export function reachOf({ actor }: Pick<Context, 'actor'>, feature: Parameters<typeof hasAccess>[1]): Reach {
  return { actorId: hasAccess(actor, feature) ? null : actor.id }
}

type Reading = Pick<Context, 'db' | 'scope'>

/** Entries within the caller's tenant, organizations and reach. */
function within({ scope }: Reading, { actorId }: Reach) {
  return sql`${inScope(scope, 'e')} and (${actorId}::text is null or e.actor_id = ${actorId})`
}

/** The entry that an undo token belongs to, if the caller may use it and nobody has. */
export async function findByToken(ctx: Reading, reach: Reach, tokenHash: string): Promise<FoundEntry | null> {
  const { rows } = await sql<FoundEntry>`select ${columns} from plinth.action_log e
    where ${within(ctx, reach)} and e.undo_token_hash = ${tokenHash}`.execute(ctx.db)
  return rows[0]?.state === 'done' ? rows[0] : null
}

/** The entry of that id, if the caller may redo it and it is undone. What came back from the archive has no token. */
export async function findUndone(ctx: Reading, reach: Reach, id: string): Promise<FoundEntry | null> {
  const { rows } = await sql<FoundEntry>`select ${columns} from plinth.action_log e
    where ${within(ctx, reach)} and e.id = ${id} and e.undo_token_hash is not null`.execute(ctx.db)
  return rows[0]?.state === 'undone' ? rows[0] : null
}

/**
 * Whether no newer entry of the same resource waits to be undone first (decision 19); for an entry without a resource,
 * no newer one of its actor.
 */
export async function isLatest(
  ctx: Reading,
  reach: Reach,
  { id, actorId, resourceKind, resourceId }: FoundEntry,
): Promise<boolean> {
  const same =
    resourceKind === null || resourceId === null
      ? sql`e.actor_id = ${actorId}`
      : sql`e.resource_kind = ${resourceKind} and e.resource_id = ${resourceId}`
  const { rows } = await sql<{ id: string }>`select e.id from plinth.action_log e
    where ${within(ctx, reach)} and ${same} and e.undo_token_hash is not null and ${stateOf} = 'done'
    order by e.created_at desc, e.seq desc limit 1`.execute(ctx.db)
  return rows.length === 0 || rows[0]?.id === id
}
