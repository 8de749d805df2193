import { assertMayActForAll, features as authFeatures, loadAccount, toEmailKey, User } from '@plinth/auth'
import { composition, type Context, PlatformError, sql } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import type { RawBuilder, SqlBool } from '@plinth/core/data'
import { accountLinks } from '@plinth/points'
import { ScimUser } from '../entities.ts'
import { serviceAccountOf } from '../principal.ts'
import { equalities } from '../protocol/match.ts'
import type { AttributePath, Filter } from '../protocol/parse-filter.ts'
import { findAttribute, USERS } from '../protocol/schema.ts'
import { keyOf } from './filter-columns.ts'
import type { StoredUser } from './user-content.ts'

/** An account that no provider manages, as a provider would see it that took it over. */
export interface Candidate extends StoredUser {
  readonly organizationId: string | null
}

type AdoptionContext = Pick<Context, 'actor' | 'scope' | 'inject' | 'cached' | 'widenScope' | 'db' | 'from'>

/** How a candidate is found: by its id or its address. */
type Wanted = { readonly id: string } | { readonly email: string }

/** The account of the tenant, unless a provider manages it. Somebody whom this provider has deleted is not managed any more. */
export async function findCandidate({ db, from, actor }: AdoptionContext, wanted: Wanted): Promise<Candidate | null> {
  const isWanted: RawBuilder<SqlBool> =
    'id' in wanted ? sql`u.id = ${wanted.id}::uuid` : sql`u."emailKey" = ${toEmailKey(wanted.email)}`
  const { rows } = await sql<Omit<Candidate, 'userName' | 'externalId' | 'attributes'>>`
    select u.id as "userId", u.email, u.name, u."isActive", u."organizationId", u."createdAt", u."updatedAt"
    from ${from.table(User, 'u')} where ${isWanted} and not exists (select from ${from.table(ScimUser, 's')}
      where s."userId" = u.id and (s."deletedAt" is null or s."serviceAccountId" <> ${serviceAccountOf(actor)}))`.execute(
    db,
  )
  const [account] = rows
  return account === undefined ? null : { ...account, userName: account.email, externalId: null, attributes: {} }
}

/** An account that the provider may take over and has not yet; null for any other. */
export async function findAdoptable(ctx: AdoptionContext, wanted: Wanted): Promise<Candidate | null> {
  if (accountLinks.from(ctx.inject(composition).modules).length === 0) return null
  const candidate = await findCandidate(ctx, wanted)
  return candidate === null || (await whyNotAdoptable(ctx, candidate)) !== null ? null : candidate
}

/**
 * Why the provider may not take an account over (decision: Adopted accounts); null if it may. In a command, call it while the account
 * and the grants are locked.
 */
export async function whyNotAdoptable(
  ctx: AdoptionContext,
  { userId, email, isActive, organizationId }: Candidate,
): Promise<string | null> {
  const { actor, scope, inject } = ctx
  const { organizationIds } = scope
  if (!isActive) return 'It is deactivated.'
  if (!hasAccess(actor, authFeatures['users.edit'])) return 'The service account may not edit users.'
  if (organizationIds !== null && (organizationId === null || !organizationIds.includes(organizationId)))
    return 'It belongs to an organization that the service account cannot reach.'
  const links = accountLinks.from(inject(composition).modules)
  const linked = await Promise.all(links.map(({ value }) => value.isLinked(ctx, { userId, email })))
  if (!linked.includes(true)) return 'Nobody has signed in to it through a connection that has verified its domain.'
  const namesake = await ctx
    .from(ScimUser, 's')
    .select('s.id')
    .where('s.serviceAccountId', '=', serviceAccountOf(actor))
    .where('s.userNameKey', '=', keyOf(email))
    .where('s.deletedAt', 'is', null)
    .executeTakeFirst()
  if (namesake) return 'Another user of the provider has its address as userName.'
  return whyBeyond(ctx, userId)
}

/** Whether an account may do more than the actor, as a sentence; null if it may not. */
export async function whyBeyond(ctx: AdoptionContext, userId: string): Promise<string | null> {
  const account = await loadAccount(ctx, userId)
  if (account?.isSuperAdmin && !ctx.actor.isSuperAdmin) return 'It belongs to a super administrator.'
  try {
    await assertMayActForAll(ctx, sql`select ${userId}::uuid`, 'provision')
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status !== 403) throw error
    return 'It has more permissions than the service account.'
  }
  return null
}

/** The name or address that a filter looks up: that of one person, without conditions beside it. Null for any other filter. */
export function lookedUp(filter: Filter): string | null {
  const asked = namesIn(filter)
  return asked !== null && new Set(asked.map(keyOf)).size === 1 ? asked[0]! : null
}

function namesIn(filter: Filter): readonly string[] | null {
  if (filter.kind === 'or') {
    const parts = filter.filters.map(namesIn)
    return parts.includes(null) ? null : parts.flatMap((part) => part!)
  }
  if (filter.kind === 'compare' && filter.op === 'eq' && isOfPerson(filter.path) && typeof filter.value === 'string')
    return [filter.value]
  if (filter.kind !== 'values' || !isNamed(filter.path, 'emails')) return null
  const address = equalities(findAttribute(USERS.core.attributes, 'emails')!, filter.filter)?.get('value')
  return typeof address === 'string' ? [address] : null
}

const isOfPerson = (path: AttributePath) =>
  isNamed(path, 'username') ||
  (path.name.toLowerCase() === 'emails' && isIn(path) && (path.sub ?? 'value').toLowerCase() === 'value')

const isNamed = (path: AttributePath, name: string) =>
  path.name.toLowerCase() === name && path.sub === null && isIn(path)

const isIn = ({ schema }: AttributePath) => schema === null || schema.toLowerCase() === USERS.core.id.toLowerCase()
