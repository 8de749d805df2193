import {
  type Account,
  features,
  loadAccount,
  loadCaller,
  loadRoles,
  Team,
  TeamMember,
  toEmailKey,
  updateUser,
  User,
  UserRole,
} from '@plinth/auth'
import { type Actor, composition, type Context, notFound, PlatformError } from '@plinth/core'
import { checkGrantBoundary, effectiveAcl, hasAccess } from '@plinth/core/acl'
import { anyOf } from '@plinth/core/data'
import type { RequestFacts } from '@plinth/core/http'
import { Organization, organizationTrees } from '@plinth/directory'
import { accountKeepers } from '@plinth/points'
import { admitPerson } from './commands/admit-person.ts'
import { changeGiven } from './commands/change-given.ts'
import { domainOf, provenDomains, rolesOf, sourceOf, type StoredConnection, teamsOf } from './connections.ts'
import { SsoIdentity } from './entities.ts'

/** What a provider says about a person. */
export interface Person {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** False if the provider says that the address is not theirs. */
  readonly isEmailVerified: boolean
  /**
   * The domain of the organization that the provider says the person belongs to, if it serves many; it has to be proven like that
   * of the address.
   */
  readonly organizationDomain?: string | null
  readonly name: string | null
  /** Null if the connection gives nothing by groups. */
  readonly groups: readonly string[] | null
  /** Whether the provider has left out groups, as Entra ID does for somebody who is in too many. They give nothing. */
  readonly areGroupsLeftOut?: boolean
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
 * Finds the account of a person by issuer and subject, and brings it up to date. Somebody who is not known yet gets an account if
 * their address is verified and belongs to a domain that the connection has proven, or the account that was provisioned for them
 * and that nobody has used (decision: Unclaimed accounts). Any other account that exists with the address is only linked after its
 * owner has signed in to it (decision: Identities of providers).
 */
export async function findPerson(
  ctx: Context & { readonly request: RequestFacts },
  connection: StoredConnection,
  person: Person,
): Promise<FoundPerson> {
  const scope = { tenantId: connection.tenantId, organizationId: null, organizationIds: null }
  const { locale } = ctx.request
  if (person.areGroupsLeftOut) ctx.log.warn({ connectionId: connection.id }, GROUPS_LEFT_OUT)
  return ctx.actAs({ actor: 'platform', reason: 'single sign-on', scope }, async (own) => {
    const known = await findKnown(own, connection, person)
    if (known) return settle(own, connection, { person, userId: known, locale })
    const { email, issuer, subject } = person
    if (email === null || domainOf(email) === null) return { fault: 'no_email' as const }
    if (!person.isEmailVerified) return { fault: 'email_not_verified' as const }
    if (!(await isProven(own, connection, person))) return { fault: 'domain_not_proven' as const }
    const existing = await findByAddress(own, email)
    if (!existing && !connection.createsAccounts) return { fault: 'no_account' as const }
    const roleIds = await rolesFor(own, connection, {
      groups: person.groups ?? [],
      defaults: connection.defaultRoleIds,
    })
    const teamIds = await teamsFor(own, connection, person.groups ?? [])
    const { homeOrganizationId: organizationId, id: connectionId } = connection
    const account = existing ? { userId: existing } : { email, name: person.name, organizationId }
    if (!existing && !(await isOrganizationActive(own, organizationId))) throw notFound('Organization')
    try {
      const admission = { account, connectionId, issuer, subject, roleIds, teamIds, locale }
      const { userId } = await atHome(own, connection, ({ run }) => run(admitPerson, admission))
      if (userId === null) {
        // The same person has made the account in another tab meanwhile, or somebody uses it and has to sign in to it first.
        const winner = await findKnown(own, connection, person)
        return winner === null ? { fault: 'link_required' as const, userId: existing! } : { userId: winner }
      }
      return existing ? await settle(own, connection, { person, userId, locale }) : { userId }
    } catch (error) {
      // The same person, signing in for the first time in two tabs.
      const winner = await findKnown(own, connection, person)
      if (winner === null) throw error
      return { userId: winner }
    }
  })
}

const GROUPS_LEFT_OUT =
  'a provider has left out the groups of somebody who is in too many; let it send those that are assigned to the application'

async function findKnown(
  { from }: Context,
  { id: connectionId }: StoredConnection,
  { issuer, subject }: Person,
): Promise<string | null> {
  const known = await from(SsoIdentity, 'i')
    .select('i.userId')
    .where('i.connectionId', '=', connectionId)
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()
  return known?.userId ?? null
}

/** The account of the tenant that has an address, ignoring case. */
async function findByAddress({ from }: Context, email: string): Promise<string | null> {
  const found = await from(User, 'u').select('u.id').where('u.emailKey', '=', toEmailKey(email)).executeTakeFirst()
  return found?.id ?? null
}

interface Known {
  readonly person: Person
  readonly userId: string
  readonly locale: RequestFacts['locale']
}

/** Brings the account of a known person up to date: name, address, and the roles and teams that the connection gives. */
async function settle(own: Context, connection: StoredConnection, known: Known): Promise<FoundPerson> {
  const { userId } = known
  const account = await loadAccount(own, userId)
  if (!account) return { fault: 'account_unusable' }
  if (account.isSuperAdmin) return { fault: 'super_admin' }
  await ifAllowed(own, known, () => applyProfile(own, connection, { ...known, account }))
  await ifAllowed(own, known, () => applyRoles(own, connection, known))
  await ifAllowed(own, known, () => applyTeams(own, connection, known))
  return { userId }
}

/** What the tenant refuses does not keep people out: the last administrator keeps their roles, a rule keeps a name. */
async function ifAllowed(own: Context, { userId }: Known, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status >= 500) throw error
    own.log.warn({ err: error, userId }, 'an account was not brought up to date with its provider')
  }
}

/**
 * Gives an account the name that its provider says, and the address if the connection may speak for it and nobody else has it.
 * Accounts that another system keeps up to date are left to it.
 */
async function applyProfile(
  own: Context,
  connection: StoredConnection,
  { person, userId, account, locale }: Known & { readonly account: Account },
): Promise<void> {
  const stored = await own.from(User, 'u').select(['u.name', 'u.email']).where('u.id', '=', userId).executeTakeFirst()
  if (!stored) return
  const isRenamed = person.name !== null && person.name !== stored.name
  const isMoved = person.email !== null && toEmailKey(person.email) !== toEmailKey(stored.email)
  if (!isRenamed && !isMoved) return
  for (const { value: keeper } of accountKeepers.from(own.inject(composition).modules))
    if (await keeper.keeps(own, account.id)) return
  const email = isMoved && (await mayHave(own, connection, person)) ? person.email! : undefined
  const name = isRenamed ? person.name : undefined
  if (name === undefined && email === undefined) return
  try {
    await atHome(own, connection, ({ run }) => run(updateUser, { id: userId, name, email, locale }))
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'refused') throw error
    // The account stays as it is, and whoever has it signs in as before.
    own.log.warn(
      { userId, connectionId: connection.id, reason: error.message },
      'profile of a provider refused by rules',
    )
  }
}

/** Work within an organization does not ask whether it was deactivated. */
async function isOrganizationActive({ from }: Context, id: string): Promise<boolean> {
  const found = await from(Organization, 'o')
    .select('o.id')
    .where('o.id', '=', id)
    .where('o.isActive', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/** Writes accounts in the organization of the connection, whose rules then apply to them. */
function atHome<T>(
  { actAs, scope }: Context,
  { homeOrganizationId }: StoredConnection,
  work: (ctx: Context) => Promise<T>,
) {
  const home = { tenantId: scope.tenantId, organizationId: homeOrganizationId, organizationIds: null }
  return actAs({ actor: 'platform', reason: 'single sign-on', scope: home }, work)
}

async function mayHave(own: Context, connection: StoredConnection, person: Person): Promise<boolean> {
  const { email, isEmailVerified } = person
  if (email === null || !isEmailVerified || !(await isProven(own, connection, person))) return false
  return (await findByAddress(own, email)) === null
}

/** Whether a connection has proven the domain of a person's address, and that of the organization that the provider names. */
async function isProven(
  own: Context,
  { id }: StoredConnection,
  { email, organizationDomain = null }: Person,
): Promise<boolean> {
  const domain = email === null ? null : domainOf(email)
  if (domain === null) return false
  const proven = await provenDomains(own, id)
  return proven.includes(domain) && (organizationDomain === null || proven.includes(organizationDomain))
}

/**
 * Gives the roles of a person's groups, and takes those for which there is no group or no mapping any longer. Roles from
 * elsewhere are not the connection's (decision: Sources of roles and memberships).
 */
async function applyRoles(own: Context, connection: StoredConnection, { person, userId }: Known): Promise<void> {
  const source = sourceOf(connection.id)
  const rows = await own
    .from(UserRole, 'h')
    .select('h.roleId')
    .where('h.userId', '=', userId)
    .where('h.source', '=', source)
    .execute()
  const held = rows.map(({ roleId }) => roleId)
  // Only new accounts get the default roles.
  const defaults = connection.defaultRoleIds.filter((id) => held.includes(id))
  const wanted = await rolesFor(own, connection, { groups: person.groups ?? [], defaults })
  await exchange(own, 'roles', { connectionId: connection.id, userId, held, wanted })
}

/**
 * The default roles and those of somebody in these groups, limited to those that whoever mapped them could give at this moment
 * (decision: Identities of providers).
 */
async function rolesFor(
  own: Context,
  connection: StoredConnection,
  { groups, defaults }: { readonly groups: readonly string[]; readonly defaults: readonly string[] },
): Promise<string[]> {
  const ids = rolesOf({
    defaultRoleIds: defaults,
    groupRoles: connection.groupRoles.filter(({ group }) => groups.includes(group)),
  })
  if (ids.length === 0) return []
  const mapper = await findMapper(own, connection)
  if (!mapper) return []
  const tree = await own.inject(organizationTrees).of(connection.tenantId)
  const { isSuperAdmin, grants, allowedOrganizationIds, layers } = mapper
  const actor = {
    isSuperAdmin,
    features: grants.list,
    organizations: allowedOrganizationIds,
    ...(layers && { layers }),
  }
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

/** Whoever mapped the groups of a connection, with their rights at this moment. Null without rights in the tenant. */
async function findMapper(own: Context, { mappedBy, tenantId }: StoredConnection): Promise<Actor | null> {
  const mapper = mappedBy === null ? null : await loadCaller(own, mappedBy, { tenantId })
  return mapper?.caller.scope.tenantId === tenantId ? mapper.caller.actor : null
}

/** Lets somebody into the teams of their groups, and out of those for which there is no group or no mapping any longer. */
async function applyTeams(own: Context, connection: StoredConnection, { person, userId }: Known): Promise<void> {
  const source = sourceOf(connection.id)
  const rows = await own
    .from(TeamMember, 'm')
    .select('m.teamId')
    .where('m.userId', '=', userId)
    .where('m.source', '=', source)
    .execute()
  const held = rows.map(({ teamId }) => teamId)
  const wanted = await teamsFor(own, connection, person.groups ?? [])
  await exchange(own, 'teams', { connectionId: connection.id, userId, held, wanted })
}

interface Exchanged {
  readonly connectionId: string
  readonly userId: string
  readonly held: readonly string[]
  readonly wanted: readonly string[]
}

async function exchange(
  own: Context,
  what: 'roles' | 'teams',
  { connectionId, userId, held, wanted }: Exchanged,
): Promise<void> {
  const give = wanted.filter((id) => !held.includes(id))
  const take = held.filter((id) => !wanted.includes(id))
  if (give.length + take.length > 0) await own.run(changeGiven, { userId, connectionId, [what]: { give, take } })
}

/**
 * The teams of somebody in these groups, limited to those whose members whoever mapped them could change at this moment (decision:
 * Identities of providers).
 */
async function teamsFor(own: Context, connection: StoredConnection, groups: readonly string[]): Promise<string[]> {
  const ids = teamsOf({ groupTeams: connection.groupTeams.filter(({ group }) => groups.includes(group)) })
  if (ids.length === 0) return []
  const actor = await findMapper(own, connection)
  // Groups apply to the whole tenant.
  if (!actor || actor.allowedOrganizationIds !== null || !hasAccess(actor, features['teams.manage'])) return []
  const known = await own.from(Team, 't').select('t.id').where('t.id', '=', anyOf(ids)).orderBy('t.id').execute()
  const isFree = !actor.layers || actor.isSuperAdmin
  return known.map(({ id }) => id).filter((id) => isFree || actor.teams?.includes(id))
}
