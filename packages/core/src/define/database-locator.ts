import type { CredentialCarrier, LookUpContext } from './authenticator.ts'

/** A request before its database has been chosen. */
export interface UnplacedRequest {
  readonly method: string
  /** The path as routes declare it, without the base path. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  cookie(name: string): string | undefined
  /** The properties of a small JSON or form body, not validated; empty for any other body. */
  body(): Promise<Readonly<Record<string, unknown>>>
}

/** What a request refers to: a tenant, or a value that one database contains. */
export type Named = { readonly tenantId: string } | { readonly value: string }

/** With tenants on several databases: determines which database a request belongs to, before the caller is identified. */
export interface Locator {
  readonly id: string
  /** Default: `header`. Locators that read cookies run after all others. */
  readonly carrier?: CredentialCarrier
  /** What the request refers to; null if this locator cannot tell. Used only to choose the database. */
  readonly named: (request: UnplacedRequest) => Promise<Named | null> | Named | null
  /** Whether the database of this context contains the value. */
  readonly has?: (ctx: LookUpContext, value: string) => Promise<boolean>
  /** If several databases contain the value: whether to try the next one after a response with this status. */
  readonly asksNext?: (status: number) => boolean
}

/** Declares a locator. Locators run in module order, those that read cookies last; the first one with a result wins. */
export function defineLocator(locator: Locator): Locator {
  return Object.freeze(locator)
}
