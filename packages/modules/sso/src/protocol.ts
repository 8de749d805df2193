import type { Context } from '@plinth/core'
import type { z } from 'zod'
import type { StoredConnection } from './connections.ts'
import type { Finding } from './connection-findings.ts'

/** What the browser has to do for a sign-in. */
export interface SignInStart {
  /** Where it goes. */
  readonly url: string
  /**
   * What it sends back when the provider responds. Kept encrypted in a cookie, so that a response is useless in another
   * browser.
   */
  readonly kept: Readonly<Record<string, string>>
  /**
   * What the provider's response names, such as the id of the request, by which `takeSignIn` finds this sign-in among those that
   * the same browser has begun in other tabs.
   */
  readonly key: string
}

/** What has to be entered at the provider. Null for what the protocol does not have. */
export interface ProviderAddresses {
  readonly callbackUrl: string | null
  readonly backchannelLogoutUrl: string | null
  readonly metadataUrl: string | null
}

/** A connection that is about to be written. */
export interface WrittenConnection {
  readonly issuer: string
  readonly clientId: string
  readonly authMethod: string
  readonly scopes: readonly string[]
  /** The new secret; undefined if it keeps its value. */
  readonly newSecret: string | null | undefined
  readonly hasSecret: boolean
}

/**
 * A protocol that identity providers speak. OpenID Connect is part of this module; others are contributed by modules of their own.
 *
 * @example
 * contributes: [signInProtocols.of(saml)]
 */
export interface SignInProtocol {
  /** As connections name it, for example `saml`. */
  readonly id: string
  /** The settings of a connection, in addition to those that all connections have. Checked when a connection is written. */
  readonly settings: z.ZodType<Readonly<Record<string, unknown>>>
  /** What is wrong with a connection that is about to be written, and in which field; null if nothing is. */
  check(connection: WrittenConnection): { readonly field: string; readonly message: string } | null
  /**
   * Begins a sign-in. With `isFresh`, the provider is asked to let people prove again who they are. Throws if the provider cannot
   * be used.
   */
  start(
    ctx: Pick<Context, 'inject' | 'log' | 'now'>,
    connection: StoredConnection,
    options: { readonly origin: string; readonly isFresh: boolean },
  ): Promise<SignInStart>
  /** Tries everything that a sign-in needs, and says for each failure what to change. */
  explain(ctx: Pick<Context, 'inject' | 'now'>, connection: ExplainedConnection): Promise<Finding[]>
  addresses(origin: string, connectionId: string): ProviderAddresses
}

/** What is known about a connection when it is tried. */
export interface ExplainedConnection extends Pick<
  StoredConnection,
  'id' | 'issuer' | 'clientId' | 'authMethod' | 'secret' | 'scopes' | 'groupsClaim' | 'settings'
> {
  readonly provenDomains: readonly string[]
}
