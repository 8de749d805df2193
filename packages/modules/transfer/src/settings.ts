import { isTimeZone } from '@plinth/core/http'
import { z } from 'zod'

/** Maximum numbers of rows and columns of a file, and characters of a cell. */
export const MAX_ROWS = 1_000_000
export const MAX_COLUMNS = 200
export const MAX_CELL = 32_767

/** The last row that can have the names of the columns. */
const MAX_HEADER_ROW = 1_000

const Name = z.string().max(500)

/** How the bytes of a file become rows. */
export const Format = z.object({
  type: z
    .enum(['csv', 'jsonl', 'sheet'])
    .meta({ description: 'Delimited text, one JSON object a line, or a sheet of an XLSX or ODS file.' }),
  encoding: z.enum([
    'utf-8',
    'utf-16le',
    'utf-16be',
    'windows-1250',
    'windows-1251',
    'windows-1252',
    'windows-1253',
    'windows-1254',
    'windows-1255',
    'windows-1256',
    'windows-1257',
    'windows-1258',
  ]),
  /** Of delimited text. */
  delimiter: z
    .string()
    .length(1)
    .regex(/[^\r\n"]/, 'Must not be a quote or a line break'),
  sheet: z.string().min(1).max(255).optional().meta({
    description: 'The name of the sheet. Default: the first visible one that is not empty.',
  }),
  headerRow: z.int().min(1).max(MAX_HEADER_ROW).optional().meta({
    description:
      'The row of delimited text or a sheet with the names of the columns. Default: the first one that is not empty.',
  }),
})
export type Format = z.output<typeof Format>

/** How ids of related records are found by another value. */
const LookUp = z.object({
  entity: z.string().max(100).meta({ description: 'The kind of the related records: `catalog.product`.' }),
  by: z.string().max(100).meta({ description: 'A field of these records, or `externalId`.' }),
  source: z.string().min(1).max(100).optional().meta({ description: 'The source of external ids.' }),
})
export type LookUp = z.output<typeof LookUp>

const Replaced = z
  .record(Name, z.string().max(1_000))
  .refine((values) => Object.keys(values).length <= 500, 'At most 500 values')
  .optional()
  .meta({ description: 'Values of the file, and what to import instead.' })

/** What one column means. */
export const Mapped = z.object({
  column: Name,
  field: z.string().max(120),
  lookUp: LookUp.optional(),
  values: Replaced,
})
export type Mapped = z.output<typeof Mapped>

/** How rows of the file are found among existing records. */
const Key = z.discriminatedUnion('by', [
  z.object({ by: z.literal('id'), column: Name, values: Replaced }),
  z.object({ by: z.literal('field'), field: z.string().max(120) }),
  z.object({ by: z.literal('externalId'), column: Name, source: z.string().min(1).max(100), values: Replaced }),
])

/** How a file is imported. */
export const Settings = z.object({
  format: Format,
  mapping: z.array(Mapped).max(MAX_COLUMNS),
  defaults: z
    .record(z.string().max(120), z.string().max(MAX_CELL))
    .refine((values) => Object.keys(values).length <= MAX_COLUMNS, 'Too many')
    .default({})
    .meta({ description: 'What to import, by field, where the file has nothing.' }),
  mode: z
    .enum(['create', 'update', 'both'])
    .meta({ description: 'Whether rows become new records, change existing ones, or either.' }),
  key: Key.nullable(),
  blank: z
    .enum(['leave', 'clear'])
    .meta({ description: 'Whether an empty cell leaves the value of an existing record, or clears it.' }),
  decimal: z.enum(['.', ',']).meta({ description: 'What separates the decimals of a number.' }),
  dates: z
    .enum(['ymd', 'dmy', 'mdy'])
    .meta({ description: 'The order of dates such as 1/2/2026. ISO 8601 is always accepted.' }),
  timeZone: z
    .string()
    .max(60)
    .refine(isTimeZone, 'Must be a time zone like Europe/Berlin, or UTC')
    .meta({ description: 'The time zone of times without an offset.' }),
})
export type Settings = z.output<typeof Settings>

/** A column of a file, with values of its first rows. */
export interface ColumnSample {
  readonly name: string
  readonly samples: readonly string[]
}

/** What became of rows, or would become of them. */
export interface Counts {
  readonly created: number
  readonly updated: number
  /** Records that had the values of their row already. */
  readonly unchanged: number
  readonly refused: number
  /** Likely duplicates that were left out, as somebody has chosen; absent for none. */
  readonly skipped?: number
}

export const NOTHING: Counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }

export const addCounts = (one: Counts, other: Counts): Counts => ({
  created: one.created + other.created,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  refused: one.refused + other.refused,
  ...(one.skipped || other.skipped ? { skipped: (one.skipped ?? 0) + (other.skipped ?? 0) } : {}),
})

/** Why a row was refused. */
export interface RowProblem {
  /** The column of the file; null if the problem is not that of one column. */
  readonly column: string | null
  /** In English; translated when it is shown. */
  readonly message: string
}
