/** What a masked part of a path becomes. */
const MASK = '[secret]'
/** Tokens of ours have 43 characters; what mail programs break off them is long enough to be guessed from. */
const RUN = /[\w%~=-]{16,}/g
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A word, a number or a word with a number behind it. Random text is made of such parts only by unlikely chance. */
const WORD = /^([A-Za-z]?[a-z]{0,19}|[A-Z]{1,20})\d{0,4}$/

/**
 * A path as logs and traces may keep it: without query and fragment, and with every part that looks like a token or key
 * replaced, wherever in the path it stands and whether or not a route matches. Ids (UUIDs) and words stay.
 */
export function maskPath(path: string): string {
  const end = path.search(/[?#]/)
  return (end < 0 ? path : path.slice(0, end)).replace(RUN, (run) => (isReadable(run) ? run : MASK))
}

function isReadable(run: string): boolean {
  return UUID.test(run) || run.split(/[-_~=]|%[0-9a-f]{2}/i).every((part) => WORD.test(part))
}
