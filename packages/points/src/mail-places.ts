/** A value in a text: its name in braces. */
const PLACE = /\{([A-Za-z]\w{0,63})\}/g

/** A value in the place of a whole attribute. */
const ATTRIBUTE = /=\s*"\{([A-Za-z]\w{0,63})\}"/g

/** The largest number of values in one part of an email. */
const MAX_PLACES = 200

/** The number of characters of a composed part, beyond which the email is refused. */
const MAX_LENGTH = 1_048_576

/** The name of a part of the text of an email. */
export type MailPart = 'subject' | 'text' | 'html'

/** What is wrong with the text of an email, and where; lines and columns begin with 1. */
export interface MailProblem {
  readonly part: MailPart
  readonly line: number
  readonly column: number
  /** In English, with the line and the column. */
  readonly message: string
}

/** A part of the text of an email. */
export interface MailSource {
  readonly part: MailPart
  readonly source: string
}

/** Describes a problem at an offset of a part. `reason` begins with a small letter. */
export function problemAt({ part, source }: MailSource, at: number, reason: string): MailProblem {
  const before = source.slice(0, at).split('\n')
  const [line, column] = [before.length, before.at(-1)!.length + 1]
  return { part, line, column, message: `Line ${line}, column ${column}: ${reason}` }
}

/** The values that an email declares. */
export interface DeclaredValues {
  readonly names: ReadonlySet<string>
  /** Those that are addresses of pages. */
  readonly links: ReadonlySet<string>
  /** Those that the text, and the HTML if there is any, have to contain. */
  readonly required: readonly string[]
}

/** Finds values that are not declared or are missing, and braces that are not those of a value. */
export function findMisplaced(
  part: MailPart,
  source: string,
  { names, links, required }: DeclaredValues,
): readonly MailProblem[] {
  const problems: MailProblem[] = []
  const report = (at: number, reason: string) => problems.push(problemAt({ part, source }, at, reason))
  const places = [...source.matchAll(PLACE)]
  const isPlace = new Set(places.map(({ index }) => index))
  for (const { index, 1: name = '' } of places) if (!names.has(name)) report(index, `this email has no value "${name}"`)
  for (let at = source.indexOf('{'); at !== -1 && problems.length < MAX_PLACES; at = source.indexOf('{', at + 1))
    if (!isPlace.has(at)) report(at, 'a brace must be followed by the name of a value and another brace')
  for (const { index, 1: name = '' } of part === 'html' ? source.matchAll(ATTRIBUTE) : [])
    if (names.has(name) && !links.has(name)) report(index, `"${name}" is not a link`)
  if (places.length > MAX_PLACES) report(places[MAX_PLACES]!.index, `there are more than ${MAX_PLACES} values`)
  const used = new Set(places.map(({ 1: name }) => name))
  for (const name of part === 'subject' ? [] : required)
    if (!used.has(name)) report(source.length, `the value "${name}" is missing`)
  return problems
}

/** Puts values into a text. Throws if the result is longer than a mebibyte. */
export function fillPlaces(source: string, values: ReadonlyMap<string, string>): string {
  let length = source.length
  for (const { 1: name = '' } of source.matchAll(PLACE)) length += values.get(name)?.length ?? 0
  if (length > MAX_LENGTH) throw new RangeError(`The email is longer than ${MAX_LENGTH} characters`)
  return source.replace(PLACE, (place, name: string) => values.get(name) ?? place)
}
