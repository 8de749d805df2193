/** Why a row is taken for a duplicate, the surest first. */
export const REASONS = ['email', 'phone', 'name', 'spelling'] as const

export type Reason = (typeof REASONS)[number]

/** What two things are compared by, as far as they have it. */
export interface Traits {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly name?: string | undefined
}

/** The least characters of a name, and of a name in which a typing error is looked for, and the least digits of a number. */
const [SHORTEST_NAME, SHORTEST_SPELLING, FEWEST_DIGITS] = [3, 8, 6]

/** The most characters of a value that are compared. */
const COMPARED = 200

/** An address, without upper case and white space around it; undefined if it is none. */
export function toEmail(text: string): string | undefined {
  const email = text.normalize('NFKC').trim().toLowerCase()
  return /^[^\s@]{1,100}@[^\s@]{1,100}$/.test(email) ? email : undefined
}

/** The digits of a number, without the zeros with which it begins; undefined if they are few. */
export function toPhone(text: string): string | undefined {
  const digits = text.slice(0, COMPARED).normalize('NFKC').replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= FEWEST_DIGITS ? digits : undefined
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** The words of a name in the order of the alphabet, without case, accents and punctuation; undefined if it is short. */
export function toName(text: string): string | undefined {
  const compared = text.slice(0, COMPARED)
  const words = NOT_ASCII.test(compared)
    ? fold(compared).split(/[^\p{L}\p{N}]+/u)
    : compared.toLowerCase().split(/[^a-z\d]+/)
  const name = words
    .filter((word) => word !== '')
    .sort()
    .join(' ')
  return name.length >= SHORTEST_NAME ? name : undefined
}

const NOT_ASCII = /[^ -~]/

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter]!)

/** The keys that are equal for what has the same traits. */
export function exactKeys({ email, phone, name }: Traits): readonly (readonly [Reason, string])[] {
  return [
    ...(email === undefined ? [] : [['email', `e ${email}`] as const]),
    ...(phone === undefined ? [] : [['phone', `p ${phone}`] as const]),
    ...(name === undefined ? [] : [['name', `n ${name}`] as const]),
  ]
}

/** What begins names, or ends them. */
export type End = 'start' | 'end'

/** The halves of a name: two names with one typing error between them have one in common. */
export function halvesOf(name: string | undefined, isAsked = false): readonly (readonly [End, string])[] {
  if (name === undefined || name.length < SHORTEST_SPELLING) return []
  const half = name.length >> 1
  const halves = [['start', name.slice(0, half)] as const, ['end', name.slice(-half)] as const]
  if (!isAsked) return halves
  // The other name can have one letter more or less.
  const other = name.length % 2 === 0 ? half - 1 : half + 1
  return [...halves, ['start', name.slice(0, other)] as const, ['end', name.slice(-other)] as const]
}

/** Whether two different names differ by one letter that was typed wrongly, too much, not at all, or before its neighbour. */
export function isMisspelt(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || Math.min(one.length, other.length) < SHORTEST_SPELLING) return false
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  let end = 0
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end++
  const [here, there] = [short.length - start - end, long.length - start - end]
  if (here > 2 || there > 2 || (there === 2 && here !== 2)) return false
  const [typed, meant] = [short.slice(start, start + here), long.slice(start, start + there)]
  // Other numbers are other things: `Room 12`, `Room 13`.
  if (/\d/.test(typed + meant)) return false
  return there < 2 || (typed[0] === meant[1] && typed[1] === meant[0])
}
