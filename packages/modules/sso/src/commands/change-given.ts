import { changeRoleSources, changeTeamSources, lockGrants, User } from '@plinth/auth'
import { defineCommand, notFound, Ok, signedIn } from '@plinth/core'
import { z } from 'zod'
import { sourceOf } from '../connections.ts'
import { SsoIdentity } from '../entities.ts'

const Ids = z.array(z.uuid()).default([])

/**
 * Gives somebody who signs in the roles and memberships of a connection, and takes those that it no longer gives. Throws 404 if their
 * link to it has ended meanwhile, with all that came from it: nothing would take what is given afterwards.
 */
export const changeGiven = defineCommand({
  id: 'sso.people.change_given',
  label: 'Change roles and teams by provider',
  access: signedIn,
  undoable: { because: 'the next sign-in gives what the provider says' },
  resource: 'auth.user',
  input: z.object({
    userId: z.uuid(),
    connectionId: z.uuid(),
    roles: z.object({ give: Ids, take: Ids }).default({ give: [], take: [] }),
    teams: z.object({ give: Ids, take: Ids }).default({ give: [], take: [] }),
  }),
  output: Ok,
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, from, run } = ctx
    const { userId, connectionId, roles, teams } = input
    // Links of an account end while it is locked, and connections while nobody's rights can change.
    await from(User, 'u').select('u.id').where('u.id', '=', userId).forNoKeyUpdate().execute()
    await lockGrants(ctx, 'shared')
    const link = await from(SsoIdentity, 'i')
      .select('i.id')
      .where('i.userId', '=', userId)
      .where('i.connectionId', '=', connectionId)
      .limit(1)
      .executeTakeFirst()
    if (!link) throw notFound('Link')
    const source = sourceOf(connectionId)
    const toAssignments = (ids: readonly string[]) => ids.map((roleId) => ({ userId, roleId }))
    const toMemberships = (ids: readonly string[]) => ids.map((teamId) => ({ userId, teamId }))
    if (roles.give.length + roles.take.length > 0)
      await run(changeRoleSources, { source, give: toAssignments(roles.give), take: toAssignments(roles.take) })
    if (teams.give.length + teams.take.length > 0)
      await run(changeTeamSources, { source, give: toMemberships(teams.give), take: toMemberships(teams.take) })
    return { ok: true as const }
  },
})
