/** Replaces masked parts of a path. */
const MASK = '[secret]'
/**
 * Plinth's tokens have 43 characters. Email clients may truncate them, but even the remaining part can be enough to guess the
 * token.
 */
const RUN = /[\w%~=-]{16,}/g
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A word, a number, or a word followed by a number. Random text is very unlikely to consist only of these. */
const WORD = /^([A-Za-z]?[a-z]{0,19}|[A-Z]{1,20})\d{0,4}$/

/**
 * A path that is safe for logs and traces: without query and fragment, and with every part that looks like a token or key masked,
 * wherever it is in the path and whether or not a route matches. Ids (UUIDs) and words are kept.
 */
export function maskPath(path: string): string {
  const end = path.search(/[?#]/)
  return (end < 0 ? path : path.slice(0, end)).replace(RUN, (run) => (isReadable(run) ? run : MASK))
}

function isReadable(run: string): boolean {
  return UUID.test(run) || run.split(/[-_~=]|%[0-9a-f]{2}/i).every((part) => WORD.test(part))
}
