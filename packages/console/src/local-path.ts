const ANYWHERE = 'http://local.invalid'

/** Encoded in a `Location`, a target has up to three times as many characters. Proxies refuse headers of more than 8 KB. */
export const MAX_TARGET = 2_000

/**
 * The path, query and fragment of a redirect target on this site; `fallback` for any other target, or one of more than 2,000
 * characters.
 */
export function localPath(target: string | null | undefined, fallback: string): string {
  if (!target?.startsWith('/') || !URL.canParse(target, ANYWHERE)) return fallback
  const url = new URL(target, ANYWHERE)
  const path = url.pathname + url.search + url.hash
  // `/x/..//elsewhere` has this origin, but normalizes to a path that leads to another host.
  return url.origin === ANYWHERE && !path.startsWith('//') && path.length <= MAX_TARGET ? path : fallback
}
