import { brokenSetup, forbidden } from '../errors.ts'
import type { Cors } from './cors.ts'

/** Whose pages may make a browser write here. */
export interface Origins {
  /** The platform's own, `https://app.example.com`. */
  readonly origin: string
  readonly cors?: Cors | undefined
}

/** Tells whether a browser that sends these headers was not made to by a page of somebody else. */
export type OriginCheck = (headers: Headers) => boolean

/**
 * Makes the check that writes have to pass, login and other public ones included (decision 42): cookies and addresses
 * travel with what any page makes a browser send. Browsers tell the sender in `Origin` and `Sec-Fetch-Site`, which no
 * page can change; whoever sends neither is no browser. A credential in a header was put there on purpose: a page of
 * another site would have to ask first, and is refused by what the preflight answers.
 */
export function createOriginCheck({ origin, cors }: Origins): OriginCheck {
  const own = new Set(namesOf(origin))
  const odd = cors?.origins.find((one) => !isOrigin(one))
  if (odd !== undefined)
    throw brokenSetup(
      `'${odd}' of \`cors.origins\` is no origin that a browser sends: 'https://app.example.com' is one`,
    )
  const invited = new Set(cors?.origins)
  const isInvited = (sender: string, headers: Headers) =>
    invited.has(sender) && (cors?.credentials === true || !headers.has('cookie'))
  return (headers) => {
    if (headers.has('authorization') || headers.has('x-api-key')) return true
    const sender = headers.get('origin')
    if (sender !== null && !own.has(sender)) return isInvited(sender, headers)
    return isOwnSite(headers)
  }
}

/** Browsers send origins without path and in small letters, also those of apps: `capacitor://localhost`. */
function isOrigin(text: string): boolean {
  if (/^https?:/i.test(text)) return URL.canParse(text) && new URL(text).origin === text
  return /^[a-z][a-z\d+.-]*:\/\/[^\s/]+$/.test(text)
}

/** Throws 403 for a write that the check does not let pass. */
export function assertOwnOrigin(method: string, headers: Headers, isOwn: OriginCheck): void {
  if (method !== 'GET' && method !== 'HEAD' && !isOwn(headers))
    throw forbidden('Requests that other sites send are refused.')
}

/** Whether the browser says that no other site had a part in the request; true for what is no browser. */
export function isOwnSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** An origin of this machine goes by several names, and a developer may type any of them. */
function namesOf(origin: string): readonly string[] {
  const { protocol, hostname, port } = new URL(origin)
  const names = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname]
  return names.map((name) => `${protocol}//${name}${port && `:${port}`}`)
}
