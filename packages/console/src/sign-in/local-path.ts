const ANYWHERE = 'http://local.invalid'

/** The path, query and fragment of a redirect target on this site; `fallback` for any other target. */
export function localPath(target: string | null | undefined, fallback: string): string {
  if (!target?.startsWith('/') || !URL.canParse(target, ANYWHERE)) return fallback
  const url = new URL(target, ANYWHERE)
  const path = url.pathname + url.search + url.hash
  // `/x/..//elsewhere` has this origin, but normalizes to a path that leads to another host.
  return url.origin === ANYWHERE && !path.startsWith('//') ? path : fallback
}
