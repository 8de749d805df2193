import { type Result, toResult } from './result.ts'

/** The credentials with which somebody signs in. */
export interface Credentials {
  readonly email: string
  readonly password: string
  /** Needed if the address has accounts with this password in several tenants. */
  readonly tenantId?: string
  /** Whether the login outlives its access token, which is then exchanged for a new one when it expires. */
  readonly remember?: boolean
}

/** The tokens of a login. Store them where no other program reads them. */
export interface Session {
  readonly accessToken: string
  readonly refreshToken: string | null
  /** Milliseconds since 1970; null if it is not known. */
  readonly expiresAt: number | null
}

export interface SessionOptions {
  /** With the base URL and without credentials. */
  readonly send: (path: string, init: RequestInit) => Promise<Response>
  readonly session: Session | null
  readonly onSession: (session: Session | null) => void
  /** Whether the browser keeps the login in cookies, which no script can read. */
  readonly usesCookies: boolean
}

/** A token is exchanged in advance from this many seconds before its expiry. */
const EARLY = 30

/** Signs in, and exchanges access tokens that expire. */
export class Sessions {
  #session: Session | null
  #refreshing: Promise<boolean> | undefined
  readonly #options: SessionOptions

  constructor(options: SessionOptions) {
    this.#options = options
    this.#session = options.session
  }

  get current(): Session | null {
    return this.#session
  }

  async login({ email, password, tenantId, remember }: Credentials): Promise<Result<{ readonly redirect: string }>> {
    const form = new URLSearchParams({ email, password })
    if (tenantId !== undefined) form.set('tenantId', tenantId)
    if (remember) form.set('remember', '1')
    const at = Date.now()
    const result = await toResult<{ token: string; refreshToken?: string; redirect: string }>(
      this.#options.send('/auth/login', { method: 'POST', body: form }),
    )
    if (result.error) return result
    const { token: accessToken, refreshToken = null, redirect } = result.data
    this.#set({ accessToken, refreshToken, expiresAt: expiryOf(accessToken, at) })
    return { data: { redirect }, response: result.response }
  }

  /** Ends the login on the server, and forgets it in any case. */
  async logout(send: (path: string, init: RequestInit) => Promise<Response>): Promise<Result<unknown>> {
    // Browsers are sent to the login page, which is of no interest here.
    const result = await toResult(send('/auth/logout', { method: 'POST', redirect: 'manual' }))
    this.#set(null)
    const { error, response } = result
    const isRedirect = response !== undefined && (response.type === 'opaqueredirect' || response.status === 302)
    return error && isRedirect ? { data: null, response } : result
  }

  /** The access token, exchanged in advance if it is about to expire. */
  async token(): Promise<string | null> {
    const session = this.#session
    if (session?.refreshToken && session.expiresAt !== null && session.expiresAt - Date.now() < EARLY * 1000)
      await this.refresh()
    return this.#session?.accessToken ?? null
  }

  /**
   * Exchanges the access token; requests that ask for it at the same time share one exchange. False if there is nothing to
   * exchange it with.
   */
  refresh(): Promise<boolean> {
    return (this.#refreshing ??= this.#exchange().finally(() => (this.#refreshing = undefined)))
  }

  async #exchange(): Promise<boolean> {
    const refreshToken = this.#session?.refreshToken
    if (!refreshToken) return this.#options.usesCookies && this.#exchangeCookie()
    const at = Date.now()
    const result = await toResult<{ accessToken: string; expiresIn: number }>(
      this.#options.send('/auth/session/refresh', {
        method: 'POST',
        body: JSON.stringify({ refreshToken }),
        headers: { 'content-type': 'application/json' },
      }),
    )
    if (result.data) {
      const { accessToken, expiresIn } = result.data
      this.#set({ accessToken, refreshToken, expiresAt: at + expiresIn * 1000 })
      return true
    }
    // Only a response of the server ends a login; a network failure does not.
    if (result.error.status === 401) this.#set(null)
    return false
  }

  /** The browser follows the redirect with the new cookie; where it leads does not matter. */
  async #exchangeCookie(): Promise<boolean> {
    const response = await this.#options.send('/auth/session/refresh', { redirect: 'manual' }).catch(() => null)
    return response !== null && response.status < 400
  }

  /** With cookies, scripts have no session to store. */
  #set(session: Session | null): void {
    if (this.#options.usesCookies) return
    this.#session = session
    this.#options.onSession(session)
  }
}

/** Reads when a token expires, relative to this machine's clock, which may be wrong. */
function expiryOf(token: string, at: number): number | null {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { iat, exp } = JSON.parse(atob(payload)) as { iat: number; exp: number }
    return at + (exp - iat) * 1000
  } catch {
    return null
  }
}
