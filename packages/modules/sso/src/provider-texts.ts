import { createUser } from '@plinth/auth'
import { toHeaderText } from '@plinth/core/http'
import type { Person } from './people.ts'

/** Characters of a name as accounts have it. */
const MOST_NAME = 120
/** Characters of an issuer and of a subject. */
const MOST_ID = 500

/**
 * The person with texts as accounts may have them, whatever the provider sends: a name is a single line without hidden
 * characters and not too long, and an address that no account can have is none. Null for an identity that cannot be stored.
 */
export function toFittingPerson(person: Person): Person | null {
  const { issuer, subject, email, name } = person
  if (![issuer, subject].every((id) => id !== '' && id.length <= MOST_ID && !id.includes('\0'))) return null
  return {
    ...person,
    email: createUser.input.shape.email.safeParse(email).success ? email : null,
    name: name === null ? null : toFittingName(name),
  }
}

/** Cut between characters as people see them, so that none is left in half. */
function toFittingName(text: string): string | null {
  const line = toHeaderText(text.slice(0, MOST_NAME * 20))
    .replaceAll(/\s+/g, ' ')
    .trim()
  let name = ''
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
    if (name.length + segment.length > MOST_NAME) break
    name += segment
  }
  return name.trimEnd() || null
}
