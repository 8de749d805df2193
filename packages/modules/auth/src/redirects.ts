/** A 302 redirect within this site. The platform adds cookies set during the request. */
export function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location, 'content-type': 'text/html; charset=utf-8' } })
}

/** Redirecting a browser there would end its login or lead it back to where it came from. */
const NOT_A_TARGET = /^(\/api)?\/auth\/(session\/refresh|logout)\/?$/i

/** Encoded in a `Location`, a target has up to three times as many characters. Proxies refuse headers of more than 8 KB. */
const MAX_TARGET = 2_000

/**
 * The path, query and fragment of a redirect target on the same origin; `/` for anything else (decision: Sign-out), or if it is
 * longer than 2,000 characters. The result never
 * begins with two slashes, which browsers interpret as another host.
 */
export function toLocalTarget(target: string | undefined, origin: string): string {
  if (target === undefined || !URL.canParse(target, origin)) return '/'
  const url = new URL(target, origin)
  const isLocal = url.origin === new URL(origin).origin && !url.pathname.startsWith('//')
  const path = `${url.pathname}${url.search}${url.hash}`
  return isLocal && path.length <= MAX_TARGET && !NOT_A_TARGET.test(url.pathname) ? path : '/'
}
