import { defineCache, MIB } from '@plinth/core'
import type { LookUpContext } from '@plinth/core/security'
import { tags } from '../contract.ts'
import { SignInPolicy } from '../entities.ts'
import type { Account } from '../users/account.ts'

type StoredPolicy = Pick<SignInPolicy, 'roleId' | 'idleMinutes' | 'lifetimeHours'> & {
  readonly secondFactor: 'off' | 'optional' | 'required'
}

/** The sign-in policies of tenants, of which there are few. */
export const policyCache = defineCache<readonly StoredPolicy[]>('auth.sign-in-policies', { bytes: 4 * MIB })

/** How long sessions of an account last, in milliseconds; null for no limit of the tenant. */
export interface SessionLimits {
  readonly idle: number | null
  readonly lifetime: number | null
  /** Whether a second factor is or will be required. */
  readonly requiresFactor: boolean
}

/**
 * The limits of an account's sessions: the strictest of those in the tenant's policy and the policies of the account's roles.
 */
export async function sessionLimits(
  ctx: Pick<LookUpContext, 'cached' | 'widenScope'>,
  { tenantId, roles }: Pick<Account, 'tenantId' | 'roles'>,
): Promise<SessionLimits> {
  const all = await ctx.cached(policyCache, tenantId, async () => {
    const value = await ctx.widenScope('allTenants', 'read sign-in policies', ({ from }) =>
      from(SignInPolicy, 'p')
        .select(['p.roleId', 'p.idleMinutes', 'p.lifetimeHours', 'p.secondFactor'])
        .where('p.tenantId', '=', tenantId)
        .execute(),
    )
    return { value, tags: [tags.acl(tenantId)] }
  })
  const own = all.filter(({ roleId }) => roleId === null || roles.some(({ id }) => id === roleId))
  return {
    idle: least(own.map(({ idleMinutes }) => idleMinutes && idleMinutes * 60_000)),
    lifetime: least(own.map(({ lifetimeHours }) => lifetimeHours && lifetimeHours * 3_600_000)),
    requiresFactor: own.some(({ secondFactor }) => secondFactor === 'required'),
  }
}

function least(values: readonly (number | null | undefined)[]): number | null {
  const given = values.filter((value) => value != null)
  return given.length === 0 ? null : Math.min(...given)
}
