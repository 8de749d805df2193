import { lockGrants, User } from '@plinth/auth'
import { badInput, type CommandContext, defineCommand, Id, nameText, notFound, Ok, partial } from '@plinth/core'
import { anyOf, type Row } from '@plinth/core/data'
import { keyRing } from '@plinth/core/security'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { CONNECTION_SECRET, features } from '../contract.ts'
import { SsoConnection } from '../entities.ts'
import { oidc } from '../oidc.ts'
import type { WrittenConnection } from '../protocol.ts'
import { protocolOf } from '../protocols.ts'
import { assertMayGive, beforeRevert, takeGiven } from '../before-revert.ts'
import { assertMayChangeTrust, assertWholeTenant, endOtherSessions } from '../trust-changes.ts'

/** Changing who may sign in as whom requires a caller who has just proved who they are. */
const MANAGE = { feature: features.manage, fresh: '10m' } as const

const RoleIds = z.array(z.uuid().toLowerCase()).max(50)

const Fields = z.object({
  name: nameText().min(1).max(120),
  /** `oidc`, or another protocol that a module of the platform speaks. */
  protocol: z.string().max(50),
  /** The issuer identifier, as the provider's discovery document spells it; for SAML, the entity id of the provider. */
  issuer: z.string().min(1).max(500),
  /** Empty for SAML: the provider knows the connection by the address of its metadata. */
  clientId: z.string().max(500),
  authMethod: z.enum(['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none']),
  /** A client secret, or a private key (PKCS #8, PEM). Never returned. */
  secret: z.string().min(1).max(10_000).nullable(),
  scopes: z.array(z.string().min(1).max(100)).min(1).max(20),
  /** The claim that lists a person's groups, if roles or teams are given by groups. */
  groupsClaim: z.string().min(1).max(200).nullable(),
  /** Whether people of a proven domain get an account when they first sign in. */
  createsAccounts: z.boolean(),
  /** Where new accounts belong. */
  homeOrganizationId: z.uuid().toLowerCase(),
  defaultRoleIds: RoleIds,
  groupRoles: z.array(z.object({ group: z.string().min(1).max(300), roleId: z.uuid().toLowerCase() })).max(200),
  groupTeams: z.array(z.object({ group: z.string().min(1).max(300), teamId: z.uuid().toLowerCase() })).max(200),
  /** What the protocol needs in addition. */
  settings: z.record(z.string(), z.unknown()),
  isActive: z.boolean(),
  /** Whether accounts with its domains can sign in only through it. */
  isEnforced: z.boolean(),
  /** Whether a second factor is asked for as after a password, besides what the provider asks for. */
  asksSecondFactor: z.boolean(),
  /** Accounts that may always use their password. */
  breakGlassUserIds: z.array(z.uuid().toLowerCase()).max(20),
})

/**
 * Creates a connection to an identity provider. The roles it gives may grant no more than the caller holds (decisions: Grant
 * boundary; Identities of providers).
 */
export const createConnection = defineCommand({
  id: 'sso.connections.create',
  label: 'Create single sign-on connection',
  access: MANAGE,
  resource: 'sso.connection',
  entity: SsoConnection,
  input: Fields.extend({
    protocol: Fields.shape.protocol.default('oidc'),
    clientId: Fields.shape.clientId.default(''),
    settings: Fields.shape.settings.default({}),
    /** Default: `client_secret_basic` for OpenID Connect, `none` for other protocols. */
    authMethod: Fields.shape.authMethod.optional(),
    secret: Fields.shape.secret.default(null),
    scopes: Fields.shape.scopes.default(['openid', 'email', 'profile']),
    groupsClaim: Fields.shape.groupsClaim.default(null),
    createsAccounts: Fields.shape.createsAccounts.default(true),
    defaultRoleIds: RoleIds.default([]),
    groupRoles: Fields.shape.groupRoles.default([]),
    groupTeams: Fields.shape.groupTeams.default([]),
    isActive: z.boolean().default(true),
    isEnforced: z.boolean().default(false),
    asksSecondFactor: z.boolean().default(false),
    breakGlassUserIds: Fields.shape.breakGlassUserIds.default([]),
  }),
  output: Id,
  beforeRevert,
  async run(ctx) {
    const { input, from, actor } = ctx
    assertWholeTenant(ctx)
    await lockGrants(ctx, 'shared')
    const { secret, authMethod = input.protocol === oidc.id ? 'client_secret_basic' : 'none', ...rest } = input
    const fields = { ...rest, authMethod }
    const settings = checkProtocol(ctx, { ...fields, newSecret: secret, hasSecret: secret !== null })
    await assertFields(ctx, input)
    await assertMayGive(ctx, input)
    const row = { ...fields, settings, secret: seal(ctx, secret), mappedBy: actor.userId }
    const { id } = await from.create(SsoConnection, row)
    return { id }
  },
})

/**
 * Changes a connection. Absent properties keep their values. Whatever is changed besides the name decides who is trusted, so the
 * caller must hold what the people concerned and the mapped roles have (decision: Grants through settings). Whoever changes which
 * roles or teams it gives becomes responsible for all of them.
 */
export const updateConnection = defineCommand({
  id: 'sso.connections.update',
  label: 'Change single sign-on connection',
  access: MANAGE,
  resource: 'sso.connection',
  entity: SsoConnection,
  // The protocol cannot be changed: a provider that speaks another one needs another connection.
  input: partial(Fields.omit({ protocol: true })).extend({ id: z.uuid().toLowerCase() }),
  output: Ok,
  beforeRevert,
  async run(ctx) {
    const { input, from, actor } = ctx
    const { id, secret, ...changes } = input
    assertWholeTenant(ctx)
    await lockGrants(ctx)
    const stored = await from.lock(SsoConnection, id, unknownConnection)
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const asked = { ...stored, ...given, secret: secret === undefined ? stored.secret : seal(ctx, secret) }
    const settings = checkProtocol(ctx, { ...asked, newSecret: secret, hasSecret: asked.secret !== null })
    const next = { ...asked, settings }
    await assertFields(ctx, next)
    const [before, after] = [toTrusted(stored), toTrusted(next)]
    const isTrustChanged = secret !== undefined || before.all !== after.all
    if (isTrustChanged) {
      await assertMayChangeTrust(ctx, { connectionIds: [id] })
      await assertMayGive(ctx, next, stored)
    }
    // After this change, another provider may decide who is in a group.
    const mappedBy = before.mapping === after.mapping ? undefined : actor.userId
    const written = await from.change(SsoConnection, stored, { ...changes, settings, secret: asked.secret, mappedBy })
    const isStricter =
      !isEnforcing(stored) || stored.breakGlassUserIds.some((one) => !written.breakGlassUserIds.includes(one))
    if (isEnforcing(written) && isStricter) await endOtherSessions(ctx, written)
    return { ok: true as const }
  },
})

const unknownConnection = () => notFound('Connection')

type Connection = Readonly<Row<SsoConnection>>

const isEnforcing = ({ isActive, isEnforced }: Connection) => isActive && isEnforced

/** What of a connection decides who is trusted, and what of it decides which roles and teams are given, as texts to compare. */
function toTrusted(connection: Connection): { readonly all: string; readonly mapping: string } {
  const { defaultRoleIds, groupRoles, groupTeams, issuer, clientId, groupsClaim, settings } = connection
  const { authMethod, scopes, createsAccounts, homeOrganizationId } = connection
  const { isActive, isEnforced, asksSecondFactor, breakGlassUserIds } = connection
  const mapping = toText([defaultRoleIds, groupRoles, groupTeams, issuer, clientId, groupsClaim, settings])
  const others = [authMethod, scopes, createsAccounts, homeOrganizationId]
  return { mapping, all: toText([mapping, others, isActive, isEnforced, asksSecondFactor, breakGlassUserIds]) }
}

/** JSON with members in a fixed order: the database does not keep that of settings. */
const toText = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  )

/**
 * Deletes a connection with its domains and identities, and takes the roles and memberships that it gave. Accounts remain; those without a
 * password choose one by email.
 */
export const deleteConnection = defineCommand({
  id: 'sso.connections.delete',
  label: 'Delete single sign-on connection',
  access: MANAGE,
  resource: 'sso.connection',
  entity: SsoConnection,
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: Ok,
  beforeRevert,
  async run(ctx) {
    const { input, from } = ctx
    const { id } = input
    assertWholeTenant(ctx)
    await lockGrants(ctx)
    const stored = await from.lock(SsoConnection, id, unknownConnection)
    await assertMayChangeTrust(ctx, { connectionIds: [id] })
    await takeGiven(ctx, id)
    await from.remove(SsoConnection, stored)
    return { ok: true as const }
  },
})

const seal = ({ inject }: CommandContext, secret: string | null) =>
  secret === null ? null : inject(keyRing).encrypt(CONNECTION_SECRET, secret)

const invalid = (field: string, message: string) => badInput(message, { fieldErrors: { [field]: message } })

/** Throws unless the protocol accepts a connection. Returns its settings. */
function checkProtocol(
  ctx: CommandContext,
  written: WrittenConnection & { readonly protocol: string; readonly issuer: string; readonly settings: unknown },
): Readonly<Record<string, unknown>> {
  const protocol = protocolOf(ctx, written.protocol)
  if (!protocol) throw invalid('protocol', `This platform does not support ${written.protocol}.`)
  const fault = protocol.check(written)
  if (fault) throw invalid(fault.field, fault.message)
  const read = protocol.settings.safeParse(written.settings)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw invalid(['settings', ...(issue?.path ?? []).slice(0, 1)].join('.'), issue?.message ?? 'Invalid settings')
}

type Checked = Pick<z.output<typeof Fields>, 'homeOrganizationId' | 'isEnforced'> & {
  readonly breakGlassUserIds: readonly string[]
}

async function assertFields(
  { from, inject, scope }: CommandContext,
  { homeOrganizationId, isEnforced, breakGlassUserIds }: Checked,
): Promise<void> {
  const tree = await inject(organizationTrees).of(scope.tenantId)
  if (!tree.has(homeOrganizationId)) throw invalid('homeOrganizationId', 'Organization not found')
  if (!isEnforced && breakGlassUserIds.length === 0) return
  const usable = await from(User, 'u')
    .select('u.id')
    .where('u.id', '=', anyOf(breakGlassUserIds))
    .where('u.isActive', '=', true)
    .where('u.passwordHash', 'is not', null)
    .execute()
  if (usable.length < breakGlassUserIds.length)
    throw invalid('breakGlassUserIds', 'Each of these accounts must be active and have a password.')
  if (isEnforced && usable.length === 0)
    throw invalid('breakGlassUserIds', 'Name at least one account that can always sign in by password.')
}
