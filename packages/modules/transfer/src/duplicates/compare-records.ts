import { type Context, inSlices, sql } from '@plinth/core'
import { CUSTOM_PREFIX, customValues, hasProperty, type RawBuilder } from '@plinth/core/data'
import type { Import } from '../entities.ts'
import { isRecordOf } from '../rows/find-records.ts'
import type { Field } from '../targets/fields.ts'
import { isReadable, type Target } from '../targets/target.ts'
import { type ComparedFields, toTraits } from './compared-fields.ts'
import type { NewRows } from './find-matches.ts'

/** Maximum number of records with which rows are compared, and of those read at once. */
export const MAX_RECORDS = 2_000_000
const PAGE = 4_000

/** Characters of a value that are read, of which the first are compared. */
const MOST_READ = 1_000

interface Comparison {
  readonly target: Target
  readonly fields: ComparedFields
  readonly rows: NewRows
  /** The last record that has been compared; null at first. */
  readonly after: string | null
}

/**
 * Compares new rows with the next records that the importer can see, by what they may read of them. Returns the last one; null if there
 * are no more.
 */
export async function compareRecords(
  ctx: Context,
  { target, fields, rows, after }: Comparison,
): Promise<string | null> {
  if (rows.isEmpty || !isReadable(ctx, target)) return null
  const columns = await columnsOf(ctx, target, fields)
  if (columns.length === 0) return null
  const names = new Map(columns.map(({ field }, index) => [field, `value${index}`]))
  let records = ctx
    .from(target.entity as typeof Import, 'r')
    .select('r.id')
    .select(
      columns.map(({ column }, index) => sql<string | null>`left((${column})::text, ${MOST_READ})`.as(`value${index}`)),
    )
    .where(isRecordOf(target))
    .orderBy('r.id', 'desc')
    .limit(PAGE)
  if (after !== null) records = records.where('r.id', '<', after)
  const page = (await records.execute()) as readonly ReadRecord[]
  await inSlices(compareEach(page, { fields, rows, names }))
  return page.length < PAGE ? null : String(page.at(-1)!['id'])
}

export const RECORDS_AT_ONCE = PAGE

type ReadRecord = Readonly<Record<string, string | null>>

interface ReadFields extends Pick<Comparison, 'fields' | 'rows'> {
  /** What the values of the fields are called in a record. */
  readonly names: ReadonlyMap<Field, string>
}

function* compareEach(page: readonly ReadRecord[], { fields, rows, names }: ReadFields): Generator<void, void> {
  for (const record of page) {
    const traits = toTraits(fields, (field) => record[names.get(field) ?? ''])
    rows.compare(String(record['id']), traits)
    yield
  }
}

interface ComparedColumn {
  readonly field: Field
  readonly column: RawBuilder<unknown>
}

/** The columns of the fields; not those that are encrypted, or that records do not have. */
async function columnsOf(
  { inject, scope, actor }: Context,
  { entity, extension }: Target,
  { email, phone, names }: ComparedFields,
): Promise<readonly ComparedColumn[]> {
  const fields = [email, phone, ...names].filter((field) => field !== undefined)
  const isCustom = ({ name }: Field) => name.startsWith(CUSTOM_PREFIX)
  const organizationId = scope.organizationId ?? actor.homeOrganizationId
  const custom = fields.some(isCustom)
    ? await inject(customValues)?.fields({ entityId: extension ?? '', organizationId })
    : undefined
  return fields.flatMap((field) => {
    if (!isCustom(field))
      return hasProperty(entity, field.name) ? [{ field, column: sql`${sql.ref(`r.${field.name}`)}` }] : []
    const column = custom?.columnOf(field.name.slice(CUSTOM_PREFIX.length), { row: 'r', timeZone: 'UTC' })
    return column ? [{ field, column: column.value }] : []
  })
}
