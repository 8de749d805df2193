/** A 302 to a place of this site; cookies of the request are added by the platform. */
export function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location, 'content-type': 'text/html; charset=utf-8' } })
}

/** Sending a browser there would end its login or bring it back to where it comes from. */
const NOT_A_TARGET = /^(\/api)?\/auth\/(session\/refresh|logout)\/?$/i

/**
 * The path, query and fragment of a redirect target of the same origin; `/` for anything else (decision 16). The
 * result never begins with two slashes, which browsers take for another host.
 */
export function toLocalTarget(target: string | undefined, origin: string): string {
  if (target === undefined || !URL.canParse(target, origin)) return '/'
  const url = new URL(target, origin)
  const isLocal = url.origin === new URL(origin).origin && !url.pathname.startsWith('//')
  return isLocal && !NOT_A_TARGET.test(url.pathname) ? `${url.pathname}${url.search}${url.hash}` : '/'
}
