import type { CredentialCarrier } from '../define/authenticator.ts'
import type { RequestFacts } from '../define/context.ts'
import { brokenSetup, forbidden } from '../errors.ts'
import type { Cors } from '../http/cors.ts'

/** The origins whose pages may send writes. */
interface Origins {
  /** The platform's own origin, `https://app.example.com`. */
  readonly origin: string
  readonly cors?: Cors | undefined
}

/** Whether a write with these headers does not come from a page of another site. */
export type OriginCheck = (headers: Headers) => boolean

/**
 * Creates the CSRF check for all writes, including login and other public routes (decision: CSRF): browsers attach cookies and the
 * client's address to requests that any page triggers. Browsers state the sender in `Origin` and `Sec-Fetch-Site`, which pages
 * cannot change; clients that send neither are not browsers.
 */
export function createOriginCheck({ origin, cors }: Origins): OriginCheck {
  const own = new Set(namesOf(origin))
  const odd = cors?.origins.find((one) => !isOrigin(one))
  if (odd !== undefined)
    throw brokenSetup(
      `'${odd}' of \`cors.origins\` is not an origin that a browser sends; use an origin such as 'https://app.example.com'`,
    )
  const invited = new Set(cors?.origins)
  const isInvited = (sender: string, headers: Headers) =>
    invited.has(sender) && (cors?.credentials === true || !headers.has('cookie'))
  return (headers) => {
    const sender = headers.get('origin')
    if (sender !== null && !own.has(sender)) return isInvited(sender, headers)
    return isOwnSite(headers)
  }
}

/** Browsers send origins without a path and in lower case, including those of apps: `capacitor://localhost`. */
function isOrigin(text: string): boolean {
  if (/^https?:/i.test(text)) return URL.canParse(text) && new URL(text).origin === text
  return /^[a-z][a-z\d+.-]*:\/\/[^\s/]+$/.test(text)
}

/**
 * Throws 403 for a write that fails the check. Callers identified by a header pass: a token or key is sent deliberately, and a
 * page of another site would need a preflight, which is refused. The mere presence of such a header proves nothing, since the
 * caller may have been identified by a cookie sent with it.
 */
export function assertOwnOrigin(
  { method, headers }: Pick<RequestFacts, 'method' | 'headers'>,
  { carrier }: { readonly carrier: CredentialCarrier | null },
  isOwn: OriginCheck,
): void {
  if (method !== 'GET' && method !== 'HEAD' && carrier !== 'header' && !isOwn(headers))
    throw forbidden('Requests that other sites send are refused.')
}

/** Whether the browser states that no other site was involved in the request; true for clients that are not browsers. */
export function isOwnSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

/** Names of the local machine, which cannot be made to resolve to another one. */
export const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** The host names of an origin. A loopback address has three, any of which a developer may use. */
function namesOf(origin: string): readonly string[] {
  const { protocol, hostname, port } = new URL(origin)
  const names = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname]
  return names.map((name) => `${protocol}//${name}${port && `:${port}`}`)
}
