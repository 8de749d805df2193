import { type Context, PlatformError } from '@plinth/core'
import { keyRing } from '@plinth/core/security'
import { CONNECTION_SECRET } from './contract.ts'
import { type GroupRole, type GroupTeam, SsoConnection, SsoDomain } from './entities.ts'
import type { ProviderSettings } from './providers/provider.ts'

const COLUMNS = [
  'id',
  'tenantId',
  'name',
  'protocol',
  'issuer',
  'clientId',
  'authMethod',
  'secret',
  'scopes',
  'groupsClaim',
  'createsAccounts',
  'homeOrganizationId',
  'defaultRoleIds',
  'groupRoles',
  'groupTeams',
  'settings',
  'mappedBy',
  'isActive',
  'isEnforced',
  'asksSecondFactor',
  'breakGlassUserIds',
] as const

/** A connection as loaded for a sign-in. */
export type StoredConnection = NonNullable<Awaited<ReturnType<typeof findConnection>>>

/** Finds a connection of any tenant by its id, active or not. */
export const findConnection = ({ widenScope }: Pick<Context, 'widenScope'>, id: string) =>
  widenScope('allTenants', 'find a connection of single sign-on', ({ findUnique }) =>
    findUnique(SsoConnection, { id }, COLUMNS),
  )

/** An active connection. Throws 404. */
export async function openConnection(ctx: Pick<Context, 'widenScope'>, id: string): Promise<StoredConnection> {
  const connection = await findConnection(ctx, id)
  if (!connection?.isActive) throw new PlatformError('not_found', 'Connection not found')
  return connection
}

/** What the provider needs to know, with the secret decrypted. */
export function settingsOf(
  { inject }: Pick<Context, 'inject'>,
  {
    issuer,
    clientId,
    authMethod,
    secret,
  }: Pick<StoredConnection, 'issuer' | 'clientId' | 'authMethod'> & { readonly secret: string | null },
): ProviderSettings {
  return {
    issuer,
    clientId,
    authMethod,
    secret: secret === null ? null : inject(keyRing).decrypt(CONNECTION_SECRET, secret),
  }
}

/** The domain of an email address, in lower case; null for anything else. */
export function domainOf(email: string): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return email.includes('@') && domain !== '' ? domain : null
}

/** The connection that has proven a domain, in any tenant; null if there is none. */
export async function connectionOfDomain(
  ctx: Pick<Context, 'widenScope'>,
  domain: string,
): Promise<StoredConnection | null> {
  const proven = await ctx.widenScope('allTenants', 'find who proved a domain', ({ findUnique }) =>
    findUnique(SsoDomain, { verifiedDomain: domain }, ['connectionId', 'tenantId']),
  )
  const connection = proven && (await findConnection(ctx, proven.connectionId))
  return connection?.isActive && connection.tenantId === proven?.tenantId ? connection : null
}

/** The domains that a connection of the current tenant has proven. */
export async function provenDomains({ from }: Pick<Context, 'from'>, connectionId: string): Promise<string[]> {
  const rows = await from(SsoDomain, 'd')
    .select('d.domain')
    .where('d.connectionId', '=', connectionId)
    .where('d.verifiedDomain', 'is not', null)
    .execute()
  return rows.map(({ domain }) => domain)
}

/** What gives the roles and memberships of a connection (decision: Sources of roles and memberships). */
export const sourceOf = (connectionId: string) => `sso:${connectionId}`

/** All roles that a connection may give. */
export const rolesOf = ({
  defaultRoleIds,
  groupRoles,
}: {
  readonly defaultRoleIds: readonly string[]
  readonly groupRoles: readonly GroupRole[]
}): string[] => [...new Set([...defaultRoleIds, ...groupRoles.map(({ roleId }) => roleId)])]

/** All teams that a connection may let people into. */
export const teamsOf = ({ groupTeams }: { readonly groupTeams: readonly GroupTeam[] }): string[] => [
  ...new Set(groupTeams.map(({ teamId }) => teamId)),
]
