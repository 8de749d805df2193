import { changeRoleSources, changeTeamSources, claimAccount, createUser, LocaleName } from '@plinth/auth'
import { defineCommand, signedIn } from '@plinth/core'
import { z } from 'zod'
import { sourceOf } from '../connections.ts'
import { leaveFormerIssuer } from '../former-issuers.ts'
import { linkIdentity } from './link-identity.ts'

/**
 * Lets somebody in who signs in for the first time: creates their account, claims the one that was provisioned for them, or takes
 * the one that the connection knows by a former issuer; links the identity to it and gives the roles and memberships of the connection, all or
 * nothing. `userId` is null if somebody uses the account otherwise.
 */
export const admitPerson = defineCommand({
  id: 'sso.people.admit',
  label: 'Admit person of provider',
  access: signedIn,
  // Undo would let another identity have the account.
  undoable: false,
  resource: 'auth.user',
  input: z.object({
    account: z.union([
      z.object({ userId: z.uuid() }),
      z.object({ email: z.string(), name: z.string().nullable(), organizationId: z.uuid() }),
    ]),
    connectionId: z.uuid(),
    issuer: z.string(),
    subject: z.string(),
    roleIds: z.array(z.uuid()),
    teamIds: z.array(z.uuid()),
    /** The language of the email that announces the link. */
    locale: LocaleName,
  }),
  output: z.object({ userId: z.uuid().nullable() }),
  target: ({ result }) => ({ id: result.userId }),
  async run(ctx) {
    const { input, run } = ctx
    const { account, connectionId, issuer, subject, roleIds, teamIds, locale } = input
    const isNew = !('userId' in account)
    const userId = isNew ? (await run(createUser, account)).id : account.userId
    const mayBeGiven = async () =>
      (await run(claimAccount, { userId })).isClaimed || leaveFormerIssuer(ctx, { userId, connectionId, issuer })
    if (!isNew && !(await mayBeGiven())) return { userId: null }
    await run(linkIdentity, { userId, connectionId, issuer, subject, locale, isAnnounced: !isNew })
    const source = sourceOf(connectionId)
    if (roleIds.length > 0)
      await run(changeRoleSources, { source, give: roleIds.map((roleId) => ({ userId, roleId })) })
    if (teamIds.length > 0)
      await run(changeTeamSources, { source, give: teamIds.map((teamId) => ({ userId, teamId })) })
    return { userId }
  },
})
