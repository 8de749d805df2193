import type { Context } from '@plinth/core'
import type { ColumnSample, Format, Mapped, Settings } from '../settings.ts'
import { type Field, isId } from '../targets/fields.ts'
import { toList } from './convert.ts'

interface SuggestedFor {
  readonly format: Format
  readonly columns: readonly ColumnSample[]
  readonly fields: readonly Field[]
  /** The kind of accounts, if the caller may look them up. */
  readonly accounts: string | undefined
}

/** Settings for a file that somebody has not corrected yet: columns are mapped to the fields with their name. */
export async function suggestSettings(
  { locale }: Pick<Context, 'locale'>,
  { format, columns, fields, accounts }: SuggestedFor,
): Promise<Settings> {
  const { language, timeZone } = await locale()
  const taken = new Set<string>()
  const mapping = columns.flatMap(({ name, samples: some }): readonly Mapped[] => {
    // Exports name the currency or unit of an amount: `net (EUR)`.
    const titles = [name, name.replace(/ \([^()]*\)$/, '')]
    const free = fields.filter((one) => !taken.has(one.name))
    const lookUp = accounts !== undefined && some.some(isAddress) ? { entity: accounts, by: 'email' } : undefined
    const field =
      titles.flatMap((title) => free.find((one) => isSame(one, title)) ?? [])[0] ??
      (lookUp && isOwners(name) ? free.find((one) => one.name === OWNER) : undefined)
    if (!field) return []
    taken.add(field.name)
    return [{ column: name, field: field.name, ...(field.name === OWNER && lookUp && { lookUp }) }]
  })
  // Ids of other systems are not those of records.
  const id = columns.find(({ name, samples: some }) => simplify(name) === 'id' && some.some(isId))
  const samples = columns.flatMap((column) => column.samples)
  const numbers = numbersOf({ columns, mapping, fields })
  return {
    format,
    mapping,
    defaults: {},
    mode: id ? 'both' : 'create',
    key: id ? { by: 'id', column: id.name } : null,
    blank: 'leave',
    decimal:
      decimalOf(numbers ?? samples) ??
      (isWritten(format, samples) ? '.' : decimalOf(samples)) ??
      (usesComma(language) ? ',' : '.'),
    dates: datesOf(samples) ?? (language === 'en' ? 'ymd' : 'dmy'),
    timeZone,
  }
}

const isSame = ({ name, label, line }: Field, column: string): boolean =>
  [name, name.replace(/^cf_/, ''), label, ...(line ? [line.name] : [])].some(
    (one) => simplify(one) === simplify(column),
  )

/** The property with the person that a record belongs to. */
const OWNER = 'ownerId'

const isAddress = (sample: string): boolean => /^[^\s@]+@[^\s@]+$/.test(sample.slice(0, 400))

/** Whether a column is called `Owner`, `Owner email` or `owner_e-mail_address`. */
const isOwners = (column: string): boolean => /^owner(?:e?mail(?:address)?|address)?$/.test(simplify(column))

/** Without case, accents and punctuation. */
const simplify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** Whether people who read the language write `1,5`. */
const usesComma = (language: string): boolean =>
  new Intl.NumberFormat(language).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',')

interface MappedFile {
  readonly columns: readonly ColumnSample[]
  readonly mapping: readonly Mapped[]
  readonly fields: readonly Field[]
}

/** The samples of fields that hold numbers; undefined without any. Texts may look like numbers of another notation. */
function numbersOf({ columns, mapping, fields }: MappedFile): readonly string[] | undefined {
  const found = mapping.flatMap((mapped) => {
    const field = fields.find(({ name }) => name === mapped.field)
    const { samples } = columns.find(({ name }) => name === mapped.column)!
    if (!field || !NUMERIC.has(field.kind)) return []
    return field.isList ? samples.flatMap((sample) => toList(sample).map(String)) : samples
  })
  return found.length > 0 ? found : undefined
}

const NUMERIC: ReadonlySet<Field['kind']> = new Set(['integer', 'number', 'decimal'])

/** What the values of a file say by themselves; undefined if they say nothing, or different things. */
function decimalOf(samples: readonly string[]): Settings['decimal'] | undefined {
  const signs = new Set(samples.flatMap((sample) => decimalIn(sample) ?? []))
  return signs.size === 1 ? [...signs][0] : undefined
}

/** Whether a program has written a file, with a point in its numbers: those also write times with an offset. */
const isWritten = ({ type }: Format, samples: readonly string[]): boolean =>
  type === 'jsonl' || samples.some((sample) => WITH_OFFSET.test(sample))

const WITH_OFFSET = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

/** The sign before the decimals of a number; undefined if it may as well group digits. */
function decimalIn(sample: string): Settings['decimal'] | undefined {
  const [, before = '', sign, after = ''] = /^-?([\d.,' ]*)([.,])(\d+)$/.exec(sample.slice(0, 50)) ?? []
  if (sign === undefined) return undefined
  const own = sign as '.' | ','
  const other = own === '.' ? ',' : '.'
  if (before.includes(own))
    return new RegExp(`^\\d{1,3}(?:\\${own}\\d{3})+$`).test(`${before}${own}${after}`) ? other : undefined
  return before.includes(other) || after.length !== 3 || /^0?$|\d{4}/.test(before) ? own : undefined
}

function datesOf(samples: readonly string[]): Settings['dates'] | undefined {
  const dates = samples.flatMap((sample) => /^(\d{1,2})[./-](\d{1,2})[./-]\d{4}\b/.exec(sample)?.slice(1) ?? [])
  const [first, second] = [0, 1].map((at) => dates.some((part, index) => index % 2 === at && Number(part) > 12))
  if (first === second) return undefined
  return first ? 'dmy' : 'mdy'
}
