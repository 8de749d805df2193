import { assertMayActForAll, endSessionsOfMany, User } from '@plinth/auth'
import { type CommandContext, type Context, forbidden, sql } from '@plinth/core'
import { anyOf, inTenant } from '@plinth/core/data'
import { SsoDomain, SsoIdentity } from './entities.ts'

/** Whom a change of what is trusted concerns. */
export interface TrustChange {
  readonly connectionIds: readonly string[]
  /** Domains that are about to be the connection's, besides those that it has. */
  readonly domains?: readonly string[]
  /** Accounts whose links come back. */
  readonly userIds?: readonly string[]
}

/** Throws 403 for administrators of some organizations: a provider speaks for people of the whole tenant. */
export function assertWholeTenant({ actor }: Pick<Context, 'actor'>): void {
  if (actor.allowedOrganizationIds !== null) throw forbidden('Single sign-on applies to the whole tenant.')
}

/**
 * Throws 403 unless the caller may do whatever the accounts may that are linked to connections or have addresses in their domains
 * (decision: Grants through settings): whoever changes who is trusted to name people can sign in as them, or lock them out.
 */
export async function assertMayChangeTrust(
  ctx: Context,
  { connectionIds, domains = [], userIds = [] }: TrustChange,
): Promise<void> {
  const { scope, from } = ctx
  const linked = sql`select i."userId" from ${from.table(SsoIdentity, 'i')}
    where i."tenantId" = ${scope.tenantId} and i."connectionId" = ${anyOf(connectionIds)}`
  // Also those that are not proven yet: whoever proves them must not prove them for a provider that somebody else has entered.
  const added = await from(SsoDomain, 'd')
    .select('d.domain')
    .where('d.connectionId', '=', anyOf(connectionIds))
    .execute()
  const named = [...domains, ...added.map(({ domain }) => domain)]
  const concerned = sql`${linked} union ${accountsOf(ctx, named)} union select unnest(${userIds}::uuid[])`
  await assertMayActForAll(ctx, concerned, 'change who is trusted to name people with')
}

/**
 * The ids of the accounts with addresses in some domains. Accounts also count before the migration that stores their domains has
 * come to them. The domains are no query, so that PostgreSQL knows that they are few and uses the index.
 */
function accountsOf({ from, scope }: Pick<Context, 'from' | 'scope'>, domains: readonly string[]) {
  const users = sql`select u.id from ${from.table(User, 'u')} where u."tenantId" = ${scope.tenantId}`
  return sql`${users} and u."emailDomain" = any (${domains}::text[])
    union all ${users} and u."emailDomain" is null and lower(substring(u.email from '[^@]*$')) = any (${domains}::text[])`
}

interface EnforcedConnection {
  readonly id: string
  readonly breakGlassUserIds: readonly string[]
}

/**
 * Ends the sessions of people who have to sign in through a connection from now on, except for those that came from it and those
 * of the accounts for emergencies.
 */
export async function endOtherSessions(
  ctx: CommandContext,
  { id, breakGlassUserIds }: EnforcedConnection,
): Promise<void> {
  const { from, scope } = ctx
  const proven = await from(SsoDomain, 'd')
    .select('d.domain')
    .where('d.connectionId', '=', id)
    .where(({ eb, or }) => or([eb('d.verifiedAt', 'is not', null), eb('d.lapsedAt', 'is not', null)]))
    .execute()
  const named = proven.map(({ domain }) => domain)
  const exempt = sql`select unnest(${breakGlassUserIds}::uuid[])`
  await endSessionsOfMany(ctx, {
    accounts: sql`select a.id from (${accountsOf(ctx, named)}) a where a.id not in (${exempt})`,
    except: sql`select s.id from sso_sessions s where ${inTenant(scope, 's')} and s.connection_id = ${id}`,
  })
}
