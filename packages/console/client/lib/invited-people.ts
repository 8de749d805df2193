/** Somebody to be invited. */
export interface Invited {
  readonly email: string
  readonly name?: string
}

/** What a list of people says, and the lines that name nobody. */
export interface InvitedList {
  readonly people: readonly Invited[]
  readonly faulty: readonly string[]
}

export const MOST_INVITED = 500

const ADDRESS = /[^\s<>"',;]+@[^\s<>"',;]+\.[^\s<>"',;]+/

/**
 * Reads people from pasted lines or a CSV file: an address a line, with a name before or after it, as in `Ada <ada@example.com>` or
 * `ada@example.com;Ada`. Several addresses on a line are people without names. A first line without an address is a heading.
 */
export function readInvited(text: string): InvitedList {
  const people = new Map<string, Invited>()
  const faulty: string[] = []
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  for (const [index, line] of lines.entries()) {
    const found = line.match(new RegExp(ADDRESS, 'g')) ?? []
    const name = found.length === 1 ? nameIn(line, found[0]) : ''
    for (const address of found) {
      const email = address.toLowerCase()
      if (!people.has(email)) people.set(email, { email, ...(name !== '' && { name }) })
    }
    if (found.length === 0 && (index > 0 || lines.length === 1)) faulty.push(line.trim())
  }
  return { people: [...people.values()], faulty }
}

/** What is beside the address, without what separates and quotes. */
const nameIn = (line: string, address: string) =>
  line
    .replace(address, '')
    .replace(/[<>"]/g, ' ')
    .split(/[,;\t]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
    .replace(/\s+/g, ' ')
    .slice(0, 120)

/** A line that `readInvited` reads as the person. */
export const toLine = ({ email, name }: Invited): string => (name === undefined ? email : `${name} <${email}>`)
