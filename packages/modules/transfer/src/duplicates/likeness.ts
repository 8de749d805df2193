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
  const folded = text
    .slice(0, COMPARED)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter]!)
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const name = words.sort().join(' ')
  return name.length >= SHORTEST_NAME ? name : undefined
}

/** The keys that are equal for what has the same traits. */
export function exactKeys({ email, phone, name }: Traits): readonly (readonly [Reason, string])[] {
  return [
    ...(email === undefined ? [] : [['email', `e ${email}`] as const]),
    ...(phone === undefined ? [] : [['phone', `p ${phone}`] as const]),
    ...(name === undefined ? [] : [['name', `n ${name}`] as const]),
  ]
}

/** The halves of a name: two names with one typing error between them have one in common. */
export function halvesOf(name: string | undefined, isAsked = false): readonly string[] {
  if (name === undefined || name.length < SHORTEST_SPELLING) return []
  // The other name can have one letter more or less.
  const lengths = isAsked ? [name.length - 1, name.length, name.length + 1] : [name.length]
  const halves = new Set(lengths.map((length) => Math.floor(length / 2)))
  return [...halves].flatMap((half) => [`< ${half} ${name.slice(0, half)}`, `> ${half} ${name.slice(-half)}`])
}

/** Whether two different names differ by one letter that was typed wrongly, too much, not at all, or before its neighbour. */
export function isMisspelt(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || Math.min(one.length, other.length) < SHORTEST_SPELLING) return false
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  let end = 0
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end++
  const [here, there] = [short.slice(start, short.length - end), long.slice(start, long.length - end)]
  // Other numbers are other things: `Room 12`, `Room 13`.
  if (/\d/.test(here + there)) return false
  if (here.length <= 1 && there.length <= 1) return true
  return here.length === 2 && there.length === 2 && here[0] === there[1] && here[1] === there[0]
}
