import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { TenantScoped } from '@plinth/core'

/** How a client proves itself to a provider. */
export type ClientAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none'

/** A role that members of a provider's group get. */
export interface GroupRole {
  readonly group: string
  readonly roleId: string
}

/** A team that members of a provider's group belong to. */
export interface GroupTeam {
  readonly group: string
  readonly teamId: string
}

/** A tenant's connection to an identity provider. */
export const SsoConnection = defineEntity({
  name: 'SsoConnection',
  tableName: 'sso_connections',
  extends: TenantScoped,
  properties: {
    name: p.text(),
    /** `oidc`, or the id of a protocol that a module contributes to `signInProtocols`. */
    protocol: p.text(),
    issuer: p.text(),
    clientId: p.text(),
    authMethod: p.text().$type<ClientAuthMethod>(),
    /** Encrypted: a client secret, or a private key as PEM. */
    secret: p.text().nullable().lazy(),
    scopes: p.array<string>().columnType('text[]'),
    /** What the protocol needs in addition. */
    settings: p.json<Readonly<Record<string, unknown>>>(),
    groupsClaim: p.text().nullable(),
    createsAccounts: p.boolean(),
    /** Where new accounts belong. */
    homeOrganizationId: p.uuid(),
    defaultRoleIds: p.array<string>().columnType('uuid[]'),
    groupRoles: p.json<readonly GroupRole[]>(),
    groupTeams: p.json<readonly GroupTeam[]>(),
    /**
     * Who decided which roles and teams are given: never more than this person could give at the time of a sign-in (decision:
     * Identities of providers).
     */
    mappedBy: p.uuid().nullable(),
    isActive: p.boolean(),
    /** Whether accounts with its domains can sign in only through it. */
    isEnforced: p.boolean(),
    /** Whether the tenant's sign-in policy asks for a second factor here, besides what the provider asks for. */
    asksSecondFactor: p.boolean(),
    /** Accounts that may always use their password. */
    breakGlassUserIds: p.array<string>().columnType('uuid[]'),
  },
})
export type SsoConnection = InferEntity<typeof SsoConnection>

/** An email domain of a connection, proven by a DNS record. */
export const SsoDomain = defineEntity({
  name: 'SsoDomain',
  tableName: 'sso_domains',
  extends: TenantScoped,
  properties: {
    connectionId: p.uuid(),
    domain: p.text(),
    token: p.text(),
    /** The same domain once it is proven; from then on, no other tenant can have it. */
    verifiedDomain: p.text().nullable(),
    verifiedAt: p.datetime().nullable(),
    /** Since when its record is missing. */
    missingSince: p.datetime().nullable(),
    /** When the proof lapsed: from then on it proves nothing, but what is enforced stays enforced. */
    lapsedAt: p.datetime().nullable(),
  },
})

/** An account as a provider knows it. */
export const SsoIdentity = defineEntity({
  name: 'SsoIdentity',
  tableName: 'sso_identities',
  extends: TenantScoped,
  properties: { userId: p.uuid(), connectionId: p.uuid(), issuer: p.text(), subject: p.text() },
})

const untimed = { createdAt: p.datetime().persist(false), updatedAt: p.datetime().persist(false) }

/** A session that came from a provider; its id is that of the session. */
export const SsoSession = defineEntity({
  name: 'SsoSession',
  tableName: 'sso_sessions',
  extends: TenantScoped,
  properties: {
    ...untimed,
    connectionId: p.uuid(),
    userId: p.uuid(),
    subject: p.text(),
    providerSession: p.text().nullable(),
    /** Encrypted. */
    idToken: p.text().lazy(),
    expiresAt: p.datetime(),
  },
})

/** A logout token that was used. */
export const SsoSpentToken = defineEntity({
  name: 'SsoSpentToken',
  tableName: 'sso_spent_tokens',
  extends: TenantScoped,
  properties: { ...untimed, expiresAt: p.datetime() },
})
