import { createUser, loadAccount, loadCaller, loadRoles, updateUser, User } from '@plinth/auth'
import { type Context, PlatformError, systemCaller } from '@plinth/core'
import { checkGrantBoundary, effectiveAcl } from '@plinth/core/acl'
import { organizationTrees } from '@plinth/directory'
import { domainOf, provenDomains, rolesOf, type StoredConnection } from './connections.ts'
import { linkIdentity } from './commands/link-identity.ts'
import { SsoIdentity } from './entities.ts'

/** What a provider says about a person. */
export interface Person {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** False if the provider says that the address is not theirs. */
  readonly isEmailVerified: boolean
  readonly name: string | null
  /** Null if the connection does not give roles by groups. */
  readonly groups: readonly string[] | null
  /**
   * When the person proved to the provider who they are (ISO 8601). Null or absent if the provider does not say, so that the
   * login does not count as a fresh sign-in.
   */
  readonly authenticatedAt?: string | null
}

/** Why somebody whom the provider knows may not sign in. The code is shown to clients and by the sign-in page. */
export type SignInFault =
  | 'no_email'
  | 'email_not_verified'
  | 'domain_not_proven'
  | 'no_account'
  | 'link_required'
  | 'super_admin'
  | 'account_unusable'

/** The account of a person, or why there is none. */
export type FoundPerson =
  | { readonly userId: string }
  | { readonly fault: Exclude<SignInFault, 'link_required'> }
  | { readonly fault: 'link_required'; readonly userId: string }

/**
 * Finds the account of a person by issuer and subject. Somebody who is not known yet gets an account if their address is verified
 * and belongs to a domain that the connection has proven; an account that exists with the address is only linked after its owner
 * has signed in to it (decision 93).
 */
export async function findPerson(ctx: Context, connection: StoredConnection, person: Person): Promise<FoundPerson> {
  const scope = { tenantId: connection.tenantId, organizationId: null, organizationIds: null }
  return ctx.within(systemCaller('single sign-on', scope), async (own) => {
    const known = await own
      .from(SsoIdentity, 'i')
      .select('i.userId')
      .where('i.connectionId', '=', connection.id)
      .where('i.issuer', '=', person.issuer)
      .where('i.subject', '=', person.subject)
      .executeTakeFirst()
    if (known) return settle(own, connection, { person, userId: known.userId })
    const { email } = person
    const domain = email === null ? null : domainOf(email)
    if (email === null || domain === null) return { fault: 'no_email' as const }
    if (!person.isEmailVerified) return { fault: 'email_not_verified' as const }
    if (!(await provenDomains(own, connection.id)).includes(domain)) return { fault: 'domain_not_proven' as const }
    const existing = await own
      .from(User, 'u')
      .select('u.id')
      .where((eb) => eb(eb.fn<string>('lower', ['u.email']), '=', email.toLowerCase()))
      .executeTakeFirst()
    if (existing) return { fault: 'link_required' as const, userId: existing.id }
    if (!connection.createsAccounts) return { fault: 'no_account' as const }
    const roles = await rolesFor(own, connection, person.groups ?? [])
    const { homeOrganizationId: organizationId } = connection
    const { id: userId } = await own.run(createUser, { email, name: person.name, organizationId, roles })
    const { issuer, subject } = person
    await own.run(linkIdentity, { userId, connectionId: connection.id, issuer, subject })
    return { userId }
  })
}

/** Gives a known person the roles of their groups, and takes away those for which they no longer have a group. */
async function settle(
  own: Context,
  connection: StoredConnection,
  { person, userId }: { readonly person: Person; readonly userId: string },
): Promise<FoundPerson> {
  const account = await loadAccount(own, userId)
  if (!account) return { fault: 'account_unusable' }
  if (account.isSuperAdmin) return { fault: 'super_admin' }
  if (person.groups === null || connection.groupRoles.length === 0) return { userId }
  const held = account.roles.map(({ id }) => id)
  const mapped = new Set(connection.groupRoles.map(({ roleId }) => roleId))
  const wanted = await rolesFor(own, connection, person.groups)
  const roles = [...held.filter((id) => !mapped.has(id)), ...wanted.filter((id) => mapped.has(id))]
  const isSame = roles.length === held.length && roles.every((id) => held.includes(id))
  if (isSame) return { userId }
  try {
    await own.run(updateUser, { id: userId, roles })
  } catch (error) {
    // The last administrator keeps their roles, whatever the provider says.
    if (!(error instanceof PlatformError) || error.status >= 500) throw error
    own.log.warn({ err: error, userId, connectionId: connection.id }, 'roles by groups were not applied')
  }
  return { userId }
}

/** The roles of somebody in these groups, limited to those that whoever mapped them could give at this moment (decision 93). */
async function rolesFor(own: Context, connection: StoredConnection, groups: readonly string[]): Promise<string[]> {
  const ids = rolesOf({
    defaultRoleIds: connection.defaultRoleIds,
    groupRoles: connection.groupRoles.filter(({ group }) => groups.includes(group)),
  })
  if (ids.length === 0 || connection.mappedBy === null) return []
  const mapper = await loadCaller(own, connection.mappedBy, { tenantId: connection.tenantId })
  if (mapper?.caller.scope.tenantId !== connection.tenantId) return []
  const tree = await own.inject(organizationTrees).of(connection.tenantId)
  const { isSuperAdmin, grants, allowedOrganizationIds } = mapper.caller.actor
  const actor = { isSuperAdmin, features: grants.list, organizations: allowedOrganizationIds }
  const roles = await loadRoles(own, ids)
  return roles
    .filter(({ id, name, acl }) => {
      if (!acl) return true
      if (acl.isSuperAdmin) return false
      const entry = { ...acl, source: { kind: 'role' as const, id, name } }
      const requested = effectiveAcl({ userAcl: null, roleAcls: [entry], superAdmin: false, tree })
      return checkGrantBoundary({ actor, requested, previous: null, tree, platformFeatures: 'require' }).isWithin
    })
    .map(({ id }) => id)
}
