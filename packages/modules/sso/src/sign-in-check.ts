import { loadAccount } from '@plinth/auth'
import { signInChecks } from '@plinth/points'
import { domainOf } from './connections.ts'
import { SsoConnection, SsoDomain } from './entities.ts'

/**
 * Rejects passwords and passkeys of accounts whose domain has to use its provider, so that people who have left cannot sign in
 * with a password that they still know. Accounts that the connection names for emergencies may always use theirs.
 */
export const enforcedSignOn = signInChecks.of({
  id: 'sso.enforced',
  async refuse(ctx, { userId, email, method }) {
    const { from } = ctx
    const domain = domainOf(email)
    if (method === 'sso' || domain === null) return null
    const enforced = await from(SsoDomain, 'd')
      .innerJoin(from.table(SsoConnection, 'c'), 'c.id', 'd.connectionId')
      .select(['c.id', 'c.breakGlassUserIds'])
      .where('d.verifiedDomain', '=', domain)
      .where('c.isActive', '=', true)
      .where('c.isEnforced', '=', true)
      .executeTakeFirst()
    if (!enforced || enforced.breakGlassUserIds.includes(userId)) return null
    // A provider cannot sign them in, so it cannot lock them out either.
    if ((await loadAccount(ctx, userId))?.isSuperAdmin) return null
    return {
      message: 'Your organization signs in through its identity provider.',
      code: 'sso_required',
      redirect: `/api/sso/start/${enforced.id}`,
    }
  },
})
