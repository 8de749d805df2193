import type { Context } from '@plinth/core'
import type { ColumnSample, Format, Mapped, Settings } from '../settings.ts'
import type { Field } from './fields.ts'

/** Settings for a file that somebody has not corrected yet: columns are mapped to the fields with their name. */
export async function suggestSettings(
  { locale }: Pick<Context, 'locale'>,
  { format, columns, fields }: { format: Format; columns: readonly ColumnSample[]; fields: readonly Field[] },
): Promise<Settings> {
  const { language, timeZone } = await locale()
  const taken = new Set<string>()
  const mapping = columns.flatMap(({ name }): readonly Mapped[] => {
    // Exports name the currency or unit of an amount: `net (EUR)`.
    const titles = [name, name.replace(/ \([^()]*\)$/, '')]
    const free = fields.filter((one) => !taken.has(one.name))
    const field = titles.flatMap((title) => free.find((one) => isSame(one, title)) ?? [])[0]
    if (!field) return []
    taken.add(field.name)
    return [{ column: name, field: field.name }]
  })
  const id = columns.find(({ name }) => simplify(name) === 'id')
  const samples = columns.flatMap((column) => column.samples)
  return {
    format,
    mapping,
    defaults: {},
    mode: id ? 'both' : 'create',
    key: id ? { by: 'id', column: id.name } : null,
    blank: 'leave',
    decimal: decimalOf(samples) ?? (usesComma(language) ? ',' : '.'),
    dates: datesOf(samples) ?? (language === 'en' ? 'ymd' : 'dmy'),
    timeZone,
  }
}

const isSame = ({ name, label }: Field, column: string): boolean =>
  [name, name.replace(/^cf_/, ''), label].some((one) => simplify(one) === simplify(column))

/** Without case, accents and punctuation. */
const simplify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** Whether people who read the language write `1,5`. */
const usesComma = (language: string): boolean =>
  new Intl.NumberFormat(language).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',')

/** What the values of a file say by themselves. */
function decimalOf(samples: readonly string[]): Settings['decimal'] | undefined {
  const ends = (separator: string) =>
    samples.some((sample) => new RegExp(`^-?\\d[\\d' ]*\\${separator}(?:\\d{1,2}|\\d{4,})$`).test(sample))
  const [comma, point] = [ends(','), ends('.')]
  if (comma === point) return undefined
  return comma ? ',' : '.'
}

function datesOf(samples: readonly string[]): Settings['dates'] | undefined {
  const dates = samples.flatMap((sample) => /^(\d{1,2})[./-](\d{1,2})[./-]\d{4}\b/.exec(sample)?.slice(1) ?? [])
  const [first, second] = [0, 1].map((at) => dates.some((part, index) => index % 2 === at && Number(part) > 12))
  if (first === second) return undefined
  return first ? 'dmy' : 'mdy'
}
