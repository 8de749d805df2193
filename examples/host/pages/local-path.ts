const ANYWHERE = 'http://local.invalid'

/** The path, query and fragment of a redirect target of this site; `fallback` for every other target. */
export function localPath(target: string | null | undefined, fallback: string): string {
  if (!target?.startsWith('/') || !URL.canParse(target, ANYWHERE)) return fallback
  const url = new URL(target, ANYWHERE)
  const path = url.pathname + url.search + url.hash
  // `/x/..//elsewhere` is of this site, but what is left of it after normalizing is not.
  return url.origin === ANYWHERE && !path.startsWith('//') ? path : fallback
}
