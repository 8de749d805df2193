import type { TextKey } from './i18n.ts'
import type { Field } from './openapi.ts'

/** A connection to an identity provider, as those who manage it read it. */
export interface Connection {
  readonly id: string
  readonly protocol: string
  readonly name: string
  readonly issuer: string
  readonly hasSecret: boolean
  readonly groupsClaim: string | null
  readonly createsAccounts: boolean
  readonly homeOrganizationId: string
  readonly defaultRoleIds: readonly string[]
  readonly groupRoles: readonly GroupGrant[]
  readonly groupTeams: readonly GroupGrant[]
  readonly isActive: boolean
  readonly isEnforced: boolean
  readonly asksSecondFactor: boolean
  readonly breakGlassUserIds: readonly string[]
  /** What the protocol needs besides. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly updatedAt: string
  readonly [member: string]: unknown
}

/** What members of a provider's group get: `roleId` or `teamId`. */
export interface GroupGrant {
  readonly group: string
  readonly roleId?: string
  readonly teamId?: string
}

/** What a protocol needs to know of a provider, and what the provider needs to know. */
export interface Protocol {
  readonly title: string
  /** What is asked for when a connection is made or changed. */
  readonly fields: readonly Field[]
  readonly hints: Readonly<Record<string, TextKey>>
  /** What a new connection begins with. */
  readonly start: Readonly<Record<string, unknown>>
  /** Members of a connection that are entered at the provider. */
  readonly addresses: readonly { readonly member: string; readonly label: TextKey; readonly hint?: TextKey }[]
}

const text = (name: string, given: Partial<Field> = {}): Field => ({
  name,
  kind: 'text',
  isRequired: true,
  isNullable: false,
  isId: false,
  ...given,
})

const OIDC: Protocol = {
  title: 'OpenID Connect',
  fields: [
    text('issuer', { maxLength: 500 }),
    text('clientId', { maxLength: 500 }),
    text('authMethod', {
      kind: 'choice',
      isRequired: false,
      choices: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    }),
    text('secret', { kind: 'long', isRequired: false, maxLength: 10_000 }),
    text('scopes', { kind: 'list', isRequired: false }),
  ],
  hints: { issuer: 'sso.issuerText', secret: 'sso.secretText', authMethod: 'sso.methodText' },
  start: { authMethod: 'client_secret_basic' },
  addresses: [
    { member: 'callbackUrl', label: 'sso.callback' },
    { member: 'backchannelLogoutUrl', label: 'sso.backchannel', hint: 'sso.backchannelText' },
  ],
}

/** Members of `settings` are fields with a name of this beginning. */
const SETTINGS = 'settings.'
const CERTIFICATES = 'settings.certificates'

const SAML: Protocol = {
  title: 'SAML 2.0',
  fields: [
    text('issuer', { maxLength: 500 }),
    text('settings.signInUrl', { maxLength: 2_000 }),
    text(CERTIFICATES, { kind: 'long', maxLength: 50_000 }),
    text('clientId', { isRequired: false, maxLength: 500 }),
    text('settings.emailAttribute', { isRequired: false, isNullable: true, maxLength: 300 }),
    text('settings.nameAttribute', { isRequired: false, isNullable: true, maxLength: 300 }),
  ],
  hints: {
    issuer: 'sso.entityIdText',
    [CERTIFICATES]: 'sso.certificatesText',
    clientId: 'sso.ownEntityIdText',
    'settings.emailAttribute': 'sso.attributeText',
    'settings.nameAttribute': 'sso.attributeText',
  },
  start: {},
  addresses: [
    { member: 'metadataUrl', label: 'sso.metadata', hint: 'sso.metadataText' },
    { member: 'callbackUrl', label: 'sso.acs' },
  ],
}

/** The protocols by their names in the API. */
export const protocols: Readonly<Record<string, Protocol>> = { oidc: OIDC, saml: SAML }

export const protocolOf = ({ protocol }: Pick<Connection, 'protocol'>): Protocol => protocols[protocol] ?? OIDC

/** A connection as the fields of its protocol show it. */
export function toFields({ settings, ...connection }: Partial<Connection>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(settings ?? {}).map(([name, value]) => [`${SETTINGS}${name}`, value])
  const { [CERTIFICATES]: certificates, ...fields } = Object.fromEntries(entries) as Record<string, unknown>
  return {
    ...connection,
    secret: '',
    ...fields,
    ...(Array.isArray(certificates) && { [CERTIFICATES]: certificates.join('') }),
  }
}

/** What is shown of a connection, by the names of its fields. Of certificates, how many there are. */
export function factsOf(connection: Connection): readonly (readonly [name: string, value: unknown])[] {
  const values: Readonly<Record<string, unknown>> = {
    ...toFields(connection),
    [CERTIFICATES]: [connection.settings['certificates'] ?? []].flat().length,
  }
  const shown = protocolOf(connection).fields.filter(({ name }) => name !== 'secret')
  return shown.map(({ name }) => [name, values[name]] as const)
}

/** What fields say, as the API takes it. */
export function fromFields(
  fields: Readonly<Record<string, unknown>>,
  before: Connection['settings'] = {},
): Readonly<Record<string, unknown>> {
  const own = Object.entries(fields).filter(([name]) => !name.startsWith(SETTINGS))
  const settings = Object.entries(fields)
    .filter(([name]) => name.startsWith(SETTINGS))
    .map(([name, value]) => [
      name.slice(SETTINGS.length),
      name === CERTIFICATES ? toCertificates(String(value)) : value,
    ])
  return {
    ...Object.fromEntries(own),
    ...(settings.length > 0 && { settings: { ...before, ...Object.fromEntries(settings) } }),
  }
}

/** The certificates of a text, each with its heading. */
const toCertificates = (text: string) =>
  text
    .split(/(?<=-----END CERTIFICATE-----)/)
    .map((one) => one.trim())
    .filter(Boolean)

/** A check of a connection, with what was found. */
export interface Finding {
  readonly check: string
  readonly outcome: 'passed' | 'warning' | 'failed'
  readonly message: string
}
