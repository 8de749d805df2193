import { assertMayActForAll, endSessions, LocaleName, User } from '@plinth/auth'
import { type CommandContext, conflict, defineCommand, notFound, Ok, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { SsoConnection, SsoIdentity, SsoSession } from '../entities.ts'
import { mailLink } from '../mail/mail-link.ts'
import { takeGiven } from '../before-revert.ts'
import { findEnforcing } from '../sign-in-check.ts'

const Unlinked = z.object({ id: z.uuid().toLowerCase(), userId: z.uuid().toLowerCase(), locale: LocaleName })

/**
 * Ends a link of the caller's own account to an identity. The account must keep another way of signing in. Sessions that came
 * from the identity end, except for the current one.
 */
export const unlinkOwnIdentity = defineCommand({
  id: 'sso.identities.unlink',
  label: 'End link to identity',
  access: { feature: signedIn, fresh: '10m' },
  // Undo would restore a way of signing in (decision: Credentials and undo).
  undoable: false,
  resource: 'auth.user',
  input: Unlinked.extend({ sessionId: z.uuid().nullable() }),
  output: Ok,
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, from } = ctx
    const { id, userId, sessionId } = input
    // Two links that are ended at the same time take turns, so that one of them remains.
    const user = await from(User, 'u')
      .select(['u.email', 'u.passwordHash'])
      .where('u.id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) throw notFound('Link')
    const others = await from(SsoIdentity, 'i')
      .innerJoin(from.table(SsoConnection, 'c'), 'c.id', 'i.connectionId')
      .select('i.id')
      .where('i.userId', '=', userId)
      .where('i.id', '<>', id)
      .where('c.isActive', '=', true)
      .limit(1)
      .execute()
    const enforcing = await findEnforcing(ctx, { userId, email: user.email })
    const hasPassword = user.passwordHash !== null && enforcing === null
    if (others.length === 0 && !hasPassword)
      throw conflict('This is the only way to sign in to your account. Choose a password first.', {
        code: 'last_sign_in',
      })
    return unlink(ctx, { ...input, exceptSessionId: sessionId })
  },
})

/** Ends a link of another account, for administrators who may do whatever the account may. Its sessions end. */
export const unlinkIdentity = defineCommand({
  id: 'sso.identities.unlink_of_user',
  label: 'End link to identity',
  access: { feature: features.manage, fresh: '10m' },
  undoable: false,
  resource: 'auth.user',
  input: Unlinked,
  output: Ok,
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, from, scope } = ctx
    const { organizationIds } = scope
    const user = await from(User, 'u')
      .select('u.id')
      .where('u.id', '=', input.userId)
      .$if(organizationIds !== null, (all) => all.where('u.organizationId', 'in', organizationIds!))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) throw notFound('User')
    await assertMayActForAll(ctx, sql`select ${input.userId}::uuid`, 'end links of')
    return unlink(ctx, { ...input, exceptSessionId: null })
  },
})

/**
 * Ends a link, with what came from it: sessions, and the roles and memberships of the connection, which no sign-in would bring up to date any
 * more.
 */
async function unlink(
  ctx: CommandContext,
  { id, userId, locale, exceptSessionId }: z.output<typeof Unlinked> & { readonly exceptSessionId: string | null },
) {
  const { from, run, enqueue } = ctx
  const [ended] = await from
    .delete(SsoIdentity, 'i')
    .where('i.id', '=', id)
    .where('i.userId', '=', userId)
    .returning(['i.connectionId', 'i.subject'])
    .execute()
  if (!ended) throw notFound('Link')
  const { connectionId, subject } = ended
  const others = await from(SsoIdentity, 'i')
    .select('i.id')
    .where('i.userId', '=', userId)
    .where('i.connectionId', '=', connectionId)
    .limit(1)
    .execute()
  if (others.length === 0) await takeGiven(ctx, connectionId, userId)
  const connection = await from(SsoConnection, 'c').select('c.name').where('c.id', '=', connectionId).executeTakeFirst()
  const sessions = await from
    .delete(SsoSession, 's')
    .where('s.userId', '=', userId)
    .where('s.connectionId', '=', connectionId)
    .where('s.subject', '=', subject)
    .$if(exceptSessionId !== null, (all) => all.where('s.id', '<>', exceptSessionId!))
    .returning('s.id')
    .execute()
  for (const { id: sessionId } of sessions) await run(endSessions, { userId, sessionId })
  enqueue(mailLink, { userId, news: 'unlinked', detail: connection?.name ?? '', locale })
  return { ok: true as const }
}
