import { type Context, sql } from '@plinth/core'
import { SecondFactor, SignInPolicy, User, UserRole } from '../entities.ts'

const DAY = 86_400_000

/** What is required of an account's sign-ins, and which factors it has. */
export interface SignInState {
  readonly kinds: readonly ('totp' | 'passkey')[]
  readonly mode: 'off' | 'optional' | 'required'
  /** If a factor is required: the time from which the account cannot sign in without one. */
  readonly requiredFrom: Date | null
  /** Minutes without a request after which a session ends; null for no such limit. */
  readonly idleMinutes: number | null
  /** Hours after which a session ends in any case; null for the host's own limits. */
  readonly lifetimeHours: number | null
}

interface PolicyRow extends Pick<SignInPolicy, 'graceDays' | 'idleMinutes' | 'lifetimeHours'> {
  readonly secondFactor: SignInState['mode']
  /** ISO 8601. */
  readonly since: string
}

const STRICTNESS: readonly SignInState['mode'][] = ['off', 'optional', 'required']

/**
 * The sign-in policy of an account of the current tenant: the strictest combination of the tenant's policy and the policies of
 * the account's roles. The grace period begins when the policy was tightened, the account was created or the role was assigned,
 * whichever came last.
 */
export async function readSignInState(
  { db, from }: Pick<Context, 'db' | 'from'>,
  userId: string,
): Promise<SignInState> {
  const { rows } = await sql<{ kinds: SignInState['kinds']; policies: readonly PolicyRow[] }>`
    select array(select distinct f.kind from ${from.table(SecondFactor, 'f')} where f."userId" = u.id order by f.kind) as kinds,
      coalesce((select json_agg(json_build_object('secondFactor', p."secondFactor", 'graceDays', p."graceDays",
          'since', greatest(p."requiredSince", u."createdAt", p."assignedAt"),
          'idleMinutes', p."idleMinutes", 'lifetimeHours', p."lifetimeHours"))
        from (select t.*, null as "assignedAt" from ${from.table(SignInPolicy, 't')} where t."roleId" is null
          union all select t.*, h."createdAt" from ${from.table(UserRole, 'h')}
            join ${from.table(SignInPolicy, 't')} on t."roleId" = h."roleId" where h."userId" = u.id) p), '[]') as policies
    from ${from.table(User, 'u')} where u.id = ${userId}`.execute(db)
  const { kinds = [], policies = [] } = rows[0] ?? {}
  const modes = policies.map(({ secondFactor }) => STRICTNESS.indexOf(secondFactor))
  const deadlines = policies
    .filter(({ secondFactor }) => secondFactor === 'required')
    .map(({ since, graceDays }) => Date.parse(since) + graceDays * DAY)
  return {
    kinds,
    mode: modes.length === 0 ? 'optional' : STRICTNESS[Math.max(...modes)]!,
    requiredFrom: deadlines.length === 0 ? null : new Date(Math.min(...deadlines)),
    idleMinutes: least(policies.map(({ idleMinutes }) => idleMinutes)),
    lifetimeHours: least(policies.map(({ lifetimeHours }) => lifetimeHours)),
  }
}

/** Whether an account without a factor may no longer sign in. */
export const mustEnroll = ({ kinds, requiredFrom }: SignInState, now: Date): boolean =>
  kinds.length === 0 && requiredFrom !== null && requiredFrom <= now

function least(values: readonly (number | null | undefined)[]): number | null {
  const given = values.filter((value) => value != null)
  return given.length === 0 ? null : Math.min(...given)
}
