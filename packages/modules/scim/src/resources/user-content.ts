import { toAccountName } from '@plinth/auth'
import { emailAddress, PlatformError } from '@plinth/core'
import { hash } from 'node:crypto'
import { invalidValue, scimError } from '../errors.ts'
import { applySteps } from '../protocol/apply.ts'
import { type Change, countComparisons, toSteps, toStepsOfBody } from '../protocol/operations.ts'
import { USERS } from '../protocol/schema.ts'
import { type Attributes, isAttributes, type Json, memberOf, valuesOf, withMember } from '../protocol/values.ts'

/** Maximum characters of what is kept about one person. */
const MAX_CONTENT = 20_000
/** Maximum characters of the operations on one person: the work that a request can cause grows with them. */
const MAX_CHANGES = 100_000
const MAX_COMPARISONS = 400
/** Maximum characters of `userName` and `externalId`. */
const MAX_KEY = 500

/** A group of a person. */
export interface UserGroup {
  readonly value: string
  readonly display: string
}

/** A person as stored: the row of the provider, and the account. */
export interface StoredUser {
  readonly userId: string
  readonly userName: string
  readonly externalId: string | null
  /** Everything that the provider sent, except what is named here. */
  readonly attributes: Readonly<Record<string, unknown>>
  readonly email: string
  readonly name: string | null
  readonly isActive: boolean
  readonly createdAt: string
  readonly updatedAt: string
  /** Set for somebody who has just been written. */
  readonly content?: Attributes
}

/** The attributes of a person as their provider knows them, where the account says otherwise with its address, name and state. */
export function contentOf(user: StoredUser): Attributes {
  if (user.content) return user.content
  const attributes = readStored(user.attributes)
  const named = accountOf({ ...attributes, userName: user.userName })
  const emails = valuesOf(attributes['emails'])
  const isSame = named?.email.toLowerCase() === user.email.toLowerCase()
  return applySteps(
    USERS,
    {
      ...attributes,
      ...(!isSame && { emails: withAddress(emails, user.email) }),
      ...(user.name !== null && named?.name !== user.name && { displayName: user.name }),
      ...(user.externalId !== null && { externalId: user.externalId }),
      userName: user.userName,
      active: user.isActive,
    },
    [],
  )
}

/** Earlier versions stored whatever was sent; what is not declared, or of another type, is left out. */
function readStored(stored: Readonly<Record<string, unknown>>): Attributes {
  try {
    return applySteps(USERS, {}, toStepsOfBody(USERS, stored))
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
  }
  return Object.entries(stored).reduce<Attributes>((attributes, [name, value]) => {
    try {
      return applySteps(USERS, attributes, toStepsOfBody(USERS, { [name]: value }))
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      return attributes
    }
  }, {})
}

/** Values of which the one that counts has another address. */
function withAddress(emails: readonly Json[], email: string): readonly Json[] {
  const counting = countingIndex(emails)
  if (counting < 0) return [...emails, { value: email, primary: true }]
  return emails.map((one, index) => (index === counting ? withMember(one as Attributes, 'value', email) : one))
}

/** The primary value, or else the first one; -1 without any. Values can lose their text and keep their type. */
function countingIndex(values: readonly Json[]): number {
  const counts = (one: Json) => isAttributes(one) && memberOf(one, 'value') !== undefined
  const primary = values.findIndex((one) => counts(one) && memberOf(one as Attributes, 'primary') === true)
  return primary < 0 ? values.findIndex(counts) : primary
}

/** The person after a change. Throws 400 for one without a name or an address, and for too much. */
export function changed(before: Attributes, change: Change): Attributes {
  if (change.kind === 'replace') {
    // Who leaves out whether somebody is active does not say that they are (RFC 7644, section 3.5.1).
    const active = memberOf(before, 'active') ?? true
    const after = applySteps(USERS, {}, toStepsOfBody(USERS, change.body))
    return checked({ ...after, active: memberOf(after, 'active') ?? active })
  }
  if (JSON.stringify(change.operations).length > MAX_CHANGES)
    throw scimError('too_large', `The operations on a user have at most ${MAX_CHANGES} characters.`)
  const steps = toSteps(USERS, change.operations)
  if (countComparisons(steps) > MAX_COMPARISONS)
    throw invalidValue(`The paths of a request have at most ${MAX_COMPARISONS} comparisons.`)
  const after = applySteps(USERS, before, steps)
  return checked({ ...after, active: memberOf(after, 'active') ?? memberOf(before, 'active') ?? true })
}

/** A new person. */
export const created = (body: Record<string, unknown>): Attributes => changed({}, { kind: 'replace', body })

function checked(after: Attributes): Attributes {
  const content = applySteps(USERS, after, [])
  for (const name of ['userName', 'externalId']) {
    if (String(memberOf(content, name) ?? '').length > MAX_KEY)
      throw invalidValue(`${name} has at most ${MAX_KEY} characters.`)
  }
  if (String(memberOf(content, 'userName') ?? '').trim() === '') throw invalidValue('A user needs a userName.')
  if (JSON.stringify(content).length > MAX_CONTENT) throw invalidValue(`A user has at most ${MAX_CONTENT} characters.`)
  if (accountOf(content) === null) throw invalidValue('A user needs an email address.')
  return content
}

const Address = emailAddress().max(320)

/** The address and name of the account of a person; null if nothing is an email address. */
export function accountOf(content: Attributes): { readonly email: string; readonly name: string | null } | null {
  const emails = valuesOf(memberOf(content, 'emails'))
  const counting = emails[countingIndex(emails)]
  const sent = counting === undefined ? undefined : memberOf(counting as Attributes, 'value')
  const email = Address.safeParse(String(sent ?? memberOf(content, 'userName') ?? '').trim())
  if (!email.success) return null
  const name = memberOf(content, 'name')
  const parts: Attributes = isAttributes(name) ? name : {}
  const full = ['givenName', 'familyName'].map((part) => memberOf(parts, part)).filter(Boolean)
  const shown = memberOf(content, 'displayName') ?? memberOf(parts, 'formatted') ?? full.join(' ')
  return { email: email.data, name: toAccountName(String(shown)) }
}

/** What is stored besides the columns. */
export function attributesOf(content: Attributes): Attributes {
  const { userName: _userName, externalId: _externalId, active: _active, ...attributes } = content
  return attributes
}

/** The entity tag of a person: it changes with everything that is answered about them, such as their groups. */
export const versionOf = (id: string, content: Attributes, groups: readonly UserGroup[]) =>
  `W/"${hash('sha256', `${id} ${JSON.stringify([content, groups])}`).slice(0, 16)}"`
