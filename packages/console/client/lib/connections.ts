import type { TextKey } from './i18n.ts'
import type { Field } from './openapi.ts'

/** A connection to an identity provider, as those who manage it read it. */
export interface Connection {
  readonly id: string
  /** The protocol; absent for OpenID Connect. */
  readonly kind?: string
  readonly name: string
  readonly issuer: string
  readonly hasSecret: boolean
  readonly groupsClaim: string | null
  readonly createsAccounts: boolean
  readonly homeOrganizationId: string
  readonly defaultRoleIds: readonly string[]
  readonly groupRoles: readonly GroupRole[]
  readonly isActive: boolean
  readonly isEnforced: boolean
  readonly breakGlassUserIds: readonly string[]
  readonly updatedAt: string
  readonly [member: string]: unknown
}

export interface GroupRole {
  readonly group: string
  readonly roleId: string
}

/** What a protocol needs to know of a provider, and what the provider needs to know. */
export interface Protocol {
  readonly title: string
  /** What is asked for when a connection is made or changed. */
  readonly fields: readonly Field[]
  readonly hints: Readonly<Record<string, TextKey>>
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
  addresses: [
    { member: 'callbackUrl', label: 'sso.callback' },
    { member: 'backchannelLogoutUrl', label: 'sso.backchannel', hint: 'sso.backchannelText' },
  ],
}

/** The protocols by the `kind` of a connection. */
const PROTOCOLS: Readonly<Record<string, Protocol>> = { oidc: OIDC }

export const protocolOf = ({ kind = 'oidc' }: Pick<Connection, 'kind'>): Protocol => PROTOCOLS[kind] ?? OIDC

/** A check of a connection, with what was found. */
export interface Finding {
  readonly check: string
  readonly outcome: 'passed' | 'warning' | 'failed'
  readonly message: string
}
