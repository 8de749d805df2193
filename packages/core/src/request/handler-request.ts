import { type Caller, open } from '../define/access.ts'
import type { CookieAttributes, RequestFacts, Selection } from '../define/context.ts'
import type { Locale } from '../define/locales.ts'
import type { Route } from '../define/route.ts'
import { unauthenticated } from '../errors.ts'
import type { AdmittedRequest } from './admitted-request.ts'
import { authenticate, type AuthenticateDeps } from './authenticate.ts'
import { authorize, callerNow } from './authorize.ts'
import { resetRateLimit } from './rate-limit.ts'

/** An admitted request as its handler sees it. */
export class HandlerRequest implements RequestFacts {
  readonly #deps: AuthenticateDeps
  readonly #route: Route
  readonly #admitted: AdmittedRequest

  constructor(deps: AuthenticateDeps, route: Route, admitted: AdmittedRequest) {
    this.#deps = deps
    this.#route = route
    this.#admitted = admitted
  }

  async callerIn(named: Readonly<Record<string, unknown>>): Promise<Caller> {
    if (this.#route.spec.access === open) throw unauthenticated()
    // A body may have arrived for hours.
    const { caller: again } = await authenticate(this.#deps, this.#admitted.request)
    const sent = { ...this.#admitted, caller: again, body: { ...named } }
    const { caller } = await authorize(this.#deps, this.#route, sent)
    if (caller === null) throw unauthenticated()
    return caller
  }

  async callerNow(): Promise<Caller | null> {
    const { request, caller } = this.#admitted
    return caller && callerNow(this.#deps, this.#route, { request, caller })
  }

  async isStillAllowed(): Promise<boolean> {
    return this.#route.spec.access === open || (await this.callerNow()) !== null
  }

  resetRateLimit(name: string): Promise<void> {
    return resetRateLimit(this.#deps, this.#route, { ...this.#admitted, name })
  }

  describeBody(digest: string): void {
    this.#admitted.key?.describeBody(digest)
  }

  // What the request itself knows.

  get method(): string {
    return this.#admitted.request.method
  }

  get path(): string {
    return this.#admitted.request.path
  }

  get headers(): Headers {
    return this.#admitted.request.headers
  }

  get takesCookies(): boolean {
    return this.#admitted.request.takesCookies
  }

  get selection(): Selection {
    return this.#admitted.request.selection
  }

  get ip(): string {
    return this.#admitted.request.ip
  }

  get network(): string {
    return this.#admitted.request.network
  }

  get locale(): Locale {
    return this.#admitted.request.locale
  }

  get requestId(): string {
    return this.#admitted.request.requestId
  }

  get origin(): string {
    return this.#admitted.request.origin
  }

  cookie(name: string): string | undefined {
    return this.#admitted.request.cookie(name)
  }

  signedCookie(name: string): string | undefined {
    return this.#admitted.request.signedCookie(name)
  }

  setHeader(name: string, value: string): void {
    this.#admitted.request.setHeader(name, value)
  }

  setCookie(name: string, value: string, attributes?: CookieAttributes): void {
    this.#admitted.request.setCookie(name, value, attributes)
  }

  setSignedCookie(name: string, value: string, attributes?: CookieAttributes): void {
    this.#admitted.request.setSignedCookie(name, value, attributes)
  }

  clearLogin(): void {
    this.#admitted.request.clearLogin()
  }
}
