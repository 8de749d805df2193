import { type Context, sql } from '@plinth/core'
import { CUSTOM_PREFIX, customValues, hasProperty, type RawBuilder } from '@plinth/core/data'
import type { Import } from '../entities.ts'
import { isRecordOf } from '../rows/find-records.ts'
import type { Field } from '../targets/fields.ts'
import { isReadable, type Target } from '../targets/target.ts'
import { type ComparedFields, toTraits } from './compared-fields.ts'
import type { NewRows } from './find-matches.ts'

/** Maximum number of records with which rows are compared, and of those read at once. */
export const MAX_RECORDS = 2_000_000
const PAGE = 1_000

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
  const page = (await records.execute()) as readonly Readonly<Record<string, string | null>>[]
  for (const record of page) {
    const values = new Map(columns.map(({ field }, index) => [field, record[`value${index}`]]))
    rows.compare(
      String(record['id']),
      toTraits(fields, (field) => values.get(field)),
    )
  }
  return page.length < PAGE ? null : String(page.at(-1)!['id'])
}

export const RECORDS_AT_ONCE = PAGE

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
