import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { extensible, Scoped, TenantScoped } from '@plinth/core'
import { ALL_TENANTS } from '@plinth/core/data'
import type { StoredPolicies } from '@plinth/core/acl'
import type { Locale, Weekday } from '@plinth/core/http'
import { features } from './contract.ts'
import type { ListViewSettings } from './list-view-settings.ts'

/** An account. Without a password hash it has been invited and cannot log in yet; an inactive one cannot log in at all. */
export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  extends: Scoped,
  properties: {
    email: p.text(),
    /** The address in lower case, by which accounts are found; written by the database. See `toEmailKey`. */
    emailKey: p.text().nullable(),
    /** The part of `emailKey` after the last `@`; written by the database. */
    emailDomain: p.text().nullable(),
    name: p.text().nullable(),
    passwordHash: p.text().nullable().lazy(),
    isConfirmed: p.boolean().default(true),
    isActive: p.boolean().default(true),
    /** False for an account that was provisioned and that nobody has used yet (decision: Unclaimed accounts). */
    isClaimed: p.boolean().default(true),
    timeZone: p.text().nullable(),
    language: p.text().$type<Locale>().nullable(),
    weekStart: p.text().$type<Weekday>().nullable(),
    currency: p.text().nullable(),
    custom: extensible('auth:user', { rows: 'accounts', label: 'email', access: features['users.list'] }),
  },
})
export type User = InferEntity<typeof User>

/** The tenant of a role in responses: null for roles of all tenants. */
export const roleTenantOf = (tenantId: string): string | null => (tenantId === ALL_TENANTS ? null : tenantId)

/** The stored tenant id of a role: the inverse of `roleTenantOf`. */
export const tenantIdOf = (owner: string | null): string => owner ?? ALL_TENANTS

/** A named set of rights, belonging to one tenant or (under `ALL_TENANTS`) to all. */
export const Role = defineEntity({
  name: 'Role',
  tableName: 'roles',
  extends: TenantScoped,
  properties: {
    name: p.text(),
    custom: extensible('auth:role', { label: 'name', access: features['roles.list'] }),
  },
  filters: {
    tenant: {
      name: 'tenant',
      default: true,
      cond: ({ system, tenantId }) => (system ? {} : { tenantId: { $in: [tenantId, ALL_TENANTS] } }),
    },
  },
})
export type Role = InferEntity<typeof Role>

/** The rights of a role in one tenant. */
export const RoleAcl = defineEntity({
  name: 'RoleAcl',
  tableName: 'role_acls',
  extends: TenantScoped,
  properties: {
    roleId: p.uuid(),
    isSuperAdmin: p.boolean().default(false),
    features: p.array<string>().columnType('text[]'),
    organizations: p.array<string>().columnType('text[]').nullable(),
    /** Conditions on the rows that the features are about, by kind of resource and action; null for none. */
    policies: p.json<StoredPolicies>().nullable(),
  },
})
export type RoleAcl = InferEntity<typeof RoleAcl>

/** The individual rights of a user in one tenant, which replace those of their roles. */
export const UserAcl = defineEntity({
  name: 'UserAcl',
  tableName: 'user_acls',
  extends: TenantScoped,
  properties: {
    userId: p.uuid(),
    isSuperAdmin: p.boolean().default(false),
    features: p.array<string>().columnType('text[]'),
    organizations: p.array<string>().columnType('text[]').nullable(),
    /** As for roles. */
    policies: p.json<StoredPolicies>().nullable(),
  },
})
export type UserAcl = InferEntity<typeof UserAcl>

/** A role declared by modules, under its declared name. The row remains if the role is deleted or renamed. */
export const DeclaredRole = defineEntity({
  name: 'DeclaredRole',
  tableName: 'declared_roles',
  extends: TenantScoped,
  properties: {
    roleId: p.uuid(),
    name: p.text(),
    /** The features it has been offered; null if they were not recorded. */
    offered: p.array<string>().columnType('text[]').nullable(),
  },
})
export type DeclaredRole = InferEntity<typeof DeclaredRole>

/**
 * The assignment of a role to a user. Somebody holds a role as long as at least one source gives it to them (decision: Sources of
 * roles and memberships).
 */
export const UserRole = defineEntity({
  name: 'UserRole',
  tableName: 'user_roles',
  extends: TenantScoped,
  properties: {
    userId: p.uuid(),
    roleId: p.uuid(),
    /** What gives the role: empty for an administrator, or a group or connection, such as `scim:<id>`. */
    source: p.text().default(''),
  },
})
export type UserRole = InferEntity<typeof UserRole>

/** A group of users, which can be part of another one. */
export const Team = defineEntity({
  name: 'Team',
  tableName: 'teams',
  extends: TenantScoped,
  properties: { name: p.string(), parentId: p.uuid().nullable() },
})
export type Team = InferEntity<typeof Team>

/** That somebody belongs to a team, and so to all teams above it. */
export const TeamMember = defineEntity({
  name: 'TeamMember',
  tableName: 'team_members',
  extends: TenantScoped,
  properties: {
    teamId: p.uuid(),
    userId: p.uuid(),
    /** As for roles. */
    source: p.text().default(''),
  },
})
export type TeamMember = InferEntity<typeof TeamMember>

/** A login. Access tokens are bound to it; with a token hash it can be refreshed. */
export const AuthSession = defineEntity({
  name: 'AuthSession',
  tableName: 'sessions',
  extends: TenantScoped,
  properties: {
    userId: p.uuid(),
    tokenHash: p.text().nullable(),
    expiresAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    /** How the person last proved who they are. */
    method: p.text().$type<SignInMethod>().default('password'),
    verifiedAt: p.datetime().nullable(),
    /** The second factor or passkey that it was proved with. */
    factorId: p.uuid().nullable(),
    userAgent: p.text().nullable(),
    ipAddress: p.text().nullable(),
    /** Identifies the browser, if it accepts cookies. */
    deviceHash: p.text().nullable(),
  },
})
export type AuthSession = InferEntity<typeof AuthSession>

/**
 * How a person proves who they are. `recovery_code` and `totp` follow a password; with `sso`, another system has identified the
 * person.
 */
export type SignInMethod = 'password' | 'totp' | 'recovery_code' | 'passkey' | 'sso'

/**
 * An authenticator app or a passkey of an account. Never undone (decisions: Credentials and undo; Second factors are credentials).
 */
export const SecondFactor = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  extends: TenantScoped,
  properties: {
    userId: p.uuid(),
    kind: p.text().$type<'totp' | 'passkey'>(),
    name: p.text(),
    /** Of an authenticator app: the encrypted key, and the last time step whose code was accepted. */
    secret: p.text().nullable().lazy(),
    lastStep: p.bigint('number').nullable(),
    lastUsedAt: p.datetime().nullable(),
    /** Of a passkey. */
    credentialId: p.text().nullable(),
    publicKey: p.text().nullable(),
    counter: p.bigint('number').nullable(),
    transports: p.array<string>().columnType('text[]').nullable(),
    isBackedUp: p.boolean().nullable(),
  },
})
export type SecondFactor = InferEntity<typeof SecondFactor>

/** A code that replaces a lost factor once. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  extends: TenantScoped,
  properties: { userId: p.uuid(), codeHash: p.text().lazy(), usedAt: p.datetime().nullable() },
})

/** What a tenant requires of sign-ins: of everybody, or of those who hold a role. */
export const SignInPolicy = defineEntity({
  name: 'SignInPolicy',
  tableName: 'sign_in_policies',
  extends: TenantScoped,
  properties: {
    /** Null for the whole tenant. */
    roleId: p.uuid().nullable(),
    secondFactor: p.text().$type<'off' | 'optional' | 'required'>(),
    graceDays: p.integer(),
    requiredSince: p.datetime().nullable(),
    idleMinutes: p.integer().nullable(),
    lifetimeHours: p.integer().nullable(),
  },
})
export type SignInPolicy = InferEntity<typeof SignInPolicy>

/** A sign-in that waits for its second factor. */
export const LoginChallenge = defineEntity({
  name: 'LoginChallenge',
  tableName: 'login_challenges',
  extends: TenantScoped,
  properties: {
    userId: p.uuid(),
    tokenHash: p.text(),
    /** A hash of the cookie of the browser in which the sign-in began. */
    browserHash: p.text(),
    /** Where it began. */
    network: p.text(),
    /** A digest of the password's hash, which must not change meanwhile; null if another system has identified the person. */
    passwordDigest: p.text().nullable(),
    remember: p.boolean(),
    /** Whether the account has no factor yet and must set one up first. */
    mustEnroll: p.boolean(),
    failures: p.integer().default(0),
    expiresAt: p.datetime(),
  },
})
export type LoginChallenge = InferEntity<typeof LoginChallenge>

const untimed = { createdAt: p.datetime().persist(false), updatedAt: p.datetime().persist(false) }

/** A challenge that a passkey has answered. */
export const SpentChallenge = defineEntity({
  name: 'SpentChallenge',
  tableName: 'spent_challenges',
  extends: TenantScoped,
  properties: { ...untimed, expiresAt: p.datetime() },
})

/** A sign-in to an account, or an attempt. */
export const SignIn = defineEntity({
  name: 'SignIn',
  tableName: 'sign_ins',
  extends: TenantScoped,
  properties: {
    updatedAt: p.datetime().persist(false),
    userId: p.uuid(),
    method: p.text().$type<SignInMethod>(),
    outcome: p.text().$type<'success' | 'wrong_password' | 'wrong_factor' | 'refused'>(),
    userAgent: p.text().nullable(),
    ipAddress: p.text().nullable(),
    deviceHash: p.text().nullable(),
  },
})

/** A mailed link with which a password can be set once. */
export const PasswordToken = defineEntity({
  name: 'PasswordToken',
  tableName: 'password_tokens',
  extends: TenantScoped,
  properties: {
    userId: p.uuid(),
    tokenHash: p.text(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
    /**
     * The account's address before it was changed, which is restored when the link is used (decision: Changed addresses and failed
     * sign-ins).
     */
    restoresEmail: p.text().nullable(),
  },
})
export type PasswordToken = InferEntity<typeof PasswordToken>

/** Confirms that the owner of an address uses the account with it (decision: Ownership of an email address). */
export const ConfirmedAddress = defineEntity({
  name: 'ConfirmedAddress',
  tableName: 'confirmed_addresses',
  extends: TenantScoped,
  properties: { userId: p.uuid(), email: p.text() },
})
export type ConfirmedAddress = InferEntity<typeof ConfirmedAddress>

/** A user's navigation settings. */
export const UserSidebar = defineEntity({
  name: 'UserSidebar',
  tableName: 'user_sidebars',
  extends: TenantScoped,
  properties: { userId: p.uuid(), organizationId: p.uuid().nullable(), locale: p.text(), settings: p.json<unknown>() },
})
export type UserSidebar = InferEntity<typeof UserSidebar>

/** The default navigation settings of a role. */
export const RoleSidebar = defineEntity({
  name: 'RoleSidebar',
  tableName: 'role_sidebars',
  extends: TenantScoped,
  properties: { roleId: p.uuid(), locale: p.text(), settings: p.json<unknown>() },
})
export type RoleSidebar = InferEntity<typeof RoleSidebar>

/** How a list is shown, under a name: what it filters by, its order and its columns. */
export const ListView = defineEntity({
  name: 'ListView',
  tableName: 'list_views',
  extends: TenantScoped,
  properties: {
    name: p.text(),
    /** The list, as its client names it. */
    list: p.text(),
    settings: p.json<ListViewSettings>(),
    isShared: p.boolean().default(false),
    /** The roles that it is shared with; null for everybody of the tenant. */
    roleIds: p.array<string>().columnType('uuid[]').nullable(),
    /** Whether the list opens with it, for those whom it is shared with. */
    isDefault: p.boolean().default(false),
    /** Whose view it is; null if it is shared. */
    userId: p.uuid().nullable(),
    /** Who made it, which stays if they share it, or leave. */
    createdBy: p.uuid().nullable(),
  },
})
export type ListView = InferEntity<typeof ListView>

/** A user's consent, signed so that changes made outside the application can be detected. */
export const UserConsent = defineEntity({
  name: 'UserConsent',
  tableName: 'user_consents',
  extends: Scoped,
  properties: {
    userId: p.uuid(),
    consentType: p.text(),
    isGranted: p.boolean(),
    grantedAt: p.datetime().nullable(),
    withdrawnAt: p.datetime().nullable(),
    source: p.text().nullable(),
    ipAddress: p.text().nullable(),
    signature: p.text().nullable(),
  },
})
export type UserConsent = InferEntity<typeof UserConsent>
