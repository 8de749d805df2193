import { changeRoleSources, changeTeamSources } from '@plinth/auth'
import type { CommandContext } from '@plinth/core'

/** What a group gives its members: a role, membership of a team, both or neither. */
export interface GroupGrants {
  readonly roleId: string | null
  readonly teamId: string | null
}

/** What a group gives somebody. */
export interface Grant extends GroupGrants {
  readonly userId: string
}

/** The source of what a group gives (decision: Sources of roles and memberships). */
const sourceOf = (groupId: string) => `scim:${groupId}`

/**
 * Gives people what their group gives, and takes it from others. The grant boundary of whoever acts decides whether it may be given or
 * taken.
 */
export async function changeGrants(
  { run }: CommandContext,
  groupId: string,
  { give = [], take = [] }: { readonly give?: readonly Grant[]; readonly take?: readonly Grant[] },
): Promise<void> {
  const source = sourceOf(groupId)
  const roles = { give: rolesIn(give), take: rolesIn(take) }
  const teams = { give: teamsIn(give), take: teamsIn(take) }
  if (roles.give.length + roles.take.length > 0) await run(changeRoleSources, { source, ...roles })
  if (teams.give.length + teams.take.length > 0) await run(changeTeamSources, { source, ...teams })
}

const rolesIn = (grants: readonly Grant[]) =>
  grants.flatMap(({ userId, roleId }) => (roleId === null ? [] : [{ userId, roleId }]))

const teamsIn = (grants: readonly Grant[]) =>
  grants.flatMap(({ userId, teamId }) => (teamId === null ? [] : [{ userId, teamId }]))
