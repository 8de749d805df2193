import { badInput, type CommandContext, type Context, forbidden, sql } from '@plinth/core'
import { assertAccess } from '@plinth/core/acl'
import { anyOf, inTenant, type RevertedRow } from '@plinth/core/data'
import { features } from '../contract.ts'
import { Team } from '../entities.ts'
import { lockGrants, rightsOf } from '../rights/grant-boundary.ts'

/** How many teams can be nested in each other. */
const MAX_DEPTH = 10

/**
 * Throws 403 if somebody whom row policies restrict would let others into teams that they do not belong to themselves, or take them
 * out: what a team may see may be more than what they do.
 */
export function assertMayChangeTeams({ actor }: Pick<Context, 'actor'>, teamIds: readonly (string | null)[]): void {
  if (!actor.layers || rightsOf(actor).isSuperAdmin) return
  const own = new Set(actor.teams)
  if (teamIds.some((id) => id !== null && !own.has(id)))
    throw forbidden('Row policies restrict you, so you can only change teams that you belong to.')
}

/**
 * Throws unless the actor could add members to these teams by hand, and take them out of the former ones: 403, or 400 for a team that
 * does not exist. For whatever lets people into teams later: groups, connections. Call it while holding `lockGrants`.
 */
export async function assertMayAddMembers(
  { actor, from, now }: Pick<Context, 'actor' | 'from' | 'now'>,
  teamIds: readonly string[],
  former: readonly string[] = [],
): Promise<void> {
  const wanted = [...new Set(teamIds)]
  if (wanted.length + former.length === 0) return
  assertAccess(actor, features['teams.manage'], now())
  const known = await from(Team, 't').select('t.id').where('t.id', '=', anyOf(wanted)).execute()
  if (known.length < wanted.length) throw badInput('Team not found')
  assertMayChangeTeams({ actor }, [...wanted, ...former])
}

/** Throws 400 if a team would be below itself, or too deep. Call it when the parent is written, and holding `lockTeams`. */
export async function assertNested({ db, scope }: Pick<Context, 'db' | 'scope'>): Promise<void> {
  // A team in a circle is not below any root.
  const { rows } = await sql<{ isCircle: boolean; depth: number }>`
    with recursive below as (
      select t.id, 1 as depth from teams t where ${inTenant(scope, 't')} and t.parent_id is null
      union all
      select t.id, below.depth + 1 from below join teams t on ${inTenant(scope, 't')} and t.parent_id = below.id
    )
    select (select count(*) from below) < (select count(*) from teams t where ${inTenant(scope, 't')}) as "isCircle",
      (select coalesce(max(depth), 0) from below) as depth`.execute(db)
  const { isCircle, depth } = rows[0]!
  if (isCircle) throw badInput('A team cannot be part of itself', { fieldErrors: { parentId: 'Circle' } })
  if (depth > MAX_DEPTH)
    throw badInput(`Teams can be nested ${MAX_DEPTH} levels deep`, { fieldErrors: { parentId: 'Too deep' } })
}

/** Serializes changes of the teams of a tenant, like those of rights. */
export const lockTeams = (ctx: CommandContext): Promise<void> => lockGrants(ctx)

/** The checks of an undo that changes teams, or who belongs to them. */
export function revertTeams(ctx: CommandContext, rows: readonly RevertedRow[]): () => Promise<void> {
  const parentOf = (image: RevertedRow['before']) => (image?.['parent_id'] ?? null) as string | null
  const teams = rows.filter(({ table }) => table === 'teams')
  const moved = teams.filter(({ before, after }) => parentOf(before) !== parentOf(after))
  const members = rows.filter(({ table }) => table === 'team_members')
  assertMayChangeTeams(ctx, [
    ...moved.flatMap(({ before, after }) => [parentOf(before), parentOf(after)]),
    ...members.map(({ before, after }) => String((after ?? before)?.['team_id'])),
  ])
  return async () => {
    if (moved.length > 0) await assertNested(ctx)
  }
}
