import { loadAccount } from '@plinth/auth'
import type { Context } from '@plinth/core'
import { addressChecks, signInChecks } from '@plinth/points'
import { domainOf } from './connections.ts'
import { SsoConnection, SsoDomain } from './entities.ts'

type CheckContext = Pick<Context, 'from' | 'cached' | 'widenScope' | 'inject'>

/**
 * The connection through which an account of the current tenant has to sign in; null if it may also sign in otherwise. What was
 * enforced stays enforced if the proof of the domain lapses, so that nobody gets in by removing a record.
 */
export async function findEnforcing(
  ctx: CheckContext,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<{ readonly id: string } | null> {
  const { from } = ctx
  const domain = domainOf(email)
  if (domain === null) return null
  const enforced = await from(SsoDomain, 'd')
    .innerJoin(from.table(SsoConnection, 'c'), 'c.id', 'd.connectionId')
    .select(['c.id', 'c.breakGlassUserIds'])
    .where('d.domain', '=', domain)
    .where((eb) => eb.or([eb('d.verifiedAt', 'is not', null), eb('d.lapsedAt', 'is not', null)]))
    .where('c.isActive', '=', true)
    .where('c.isEnforced', '=', true)
    .executeTakeFirst()
  if (!enforced || enforced.breakGlassUserIds.includes(userId)) return null
  // A provider cannot sign them in, so it cannot lock them out either.
  if ((await loadAccount(ctx, userId))?.isSuperAdmin) return null
  return { id: enforced.id }
}

const REQUIRED = { message: 'Your organization signs in through its identity provider.', code: 'sso_required' }

/**
 * Rejects passwords and passkeys of accounts whose domain has to use its provider, so that people who have left cannot sign in
 * with a password that they still know. Accounts that the connection names for emergencies may always use theirs.
 */
export const enforcedSignOn = signInChecks.of({
  id: 'sso.enforced',
  async refuse(ctx, { userId, email, method }) {
    const enforcing = method === 'sso' ? null : await findEnforcing(ctx, { userId, email })
    return enforcing && { ...REQUIRED, redirect: `/api/sso/start/${enforcing.id}` }
  },
})

/**
 * Rejects addresses that people set themselves: leaving a domain would be a way around its provider, and an address of a proven
 * domain belongs to whom its provider names, who could otherwise no longer get in.
 */
export const ownedAddresses = addressChecks.of({
  id: 'sso.addresses',
  async refuse(ctx, { userId, email, formerEmail, by }) {
    if (by === 'administrator' || by === 'platform') return null
    const domain = domainOf(email)
    const former = formerEmail === null ? null : domainOf(formerEmail)
    if (userId !== null && formerEmail !== null && domain !== former) {
      const enforcing = await findEnforcing(ctx, { userId, email: formerEmail })
      if (enforcing) return REQUIRED
    }
    const isSame = formerEmail?.toLowerCase() === email.toLowerCase()
    if (by === 'link' || domain === null || isSame) return null
    const proven = await ctx.widenScope('allTenants', 'find who proved a domain', ({ findUnique }) =>
      findUnique(SsoDomain, { verifiedDomain: domain }, ['tenantId']),
    )
    return proven && { message: 'Addresses of this domain come from its identity provider.', code: 'sso_domain' }
  },
})
