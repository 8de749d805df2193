import { toHeaderText } from '@plinth/core/http'

/** Maximum characters of the name of an account (decision: Length of names). */
export const MAX_ACCOUNT_NAME = 120

/**
 * A name from another system as an account can have it: a single line without hidden characters, cut between characters as
 * people see them. Null if nothing is left.
 */
export function toAccountName(text: string): string | null {
  const line = toHeaderText(text.slice(0, MAX_ACCOUNT_NAME * 20))
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line.length <= MAX_ACCOUNT_NAME) return line || null
  let name = ''
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
    if (name.length + segment.length > MAX_ACCOUNT_NAME) break
    name += segment
  }
  return name.trimEnd() || null
}
