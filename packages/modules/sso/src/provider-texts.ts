import { createUser, toAccountName } from '@plinth/auth'
import type { Person } from './find-person.ts'

/** Characters of an issuer and of a subject. */
const MOST_ID = 500

/** Characters of the id of a session at a provider. */
const MOST_SESSION = 1_000

/** The id of a session at a provider as it is stored and compared. */
export const toProviderSession = (sid: string): string => sid.replaceAll('\0', '').slice(0, MOST_SESSION)

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
    name: name === null ? null : toAccountName(name),
  }
}
