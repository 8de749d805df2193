import { sql } from 'kysely'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import { hasProperty, propertyOf, tableOf } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import { CUSTOM, type CustomRecord } from '../define/extensible.ts'
import type { RuleData, RulePoint } from '../define/rule-point.ts'
import { withPrefix } from './write-custom-values.ts'

/** What a command has done to a row in all, from its first statement to its last. */
export interface WrittenRow {
  readonly id: string
  readonly writes: 'new' | 'changed' | 'gone'
  /** What rules know of the row as it was and as it is, from its recorded columns; null where there is none. */
  readonly before: RuleData | null
  readonly after: RuleData | null
  /** Whether something has changed that rules can read. */
  readonly isVisible: boolean
}

type Image = Readonly<Record<string, unknown>>

interface RecordedRow {
  readonly id: string
  readonly before: Image | null
  readonly after: Image | null
}

interface RowsOfPoint {
  readonly point: RulePoint
  /** The entity whose table is searched; without it, only rows with the given ids are found. */
  readonly entity: Declared | undefined
  readonly ids: readonly string[]
}

/** The rows of an entity that the running command has written so far, as the database has recorded them. */
export async function findWrittenRows(
  state: UnitOfWork,
  { point, entity, ids }: RowsOfPoint,
): Promise<readonly WrittenRow[]> {
  const { command, caller } = state
  if (!command?.isLogged || (!entity && ids.length === 0)) return []
  const isOfPoint = entity ? sql`table_name = ${tableOf(entity)}` : sql`row_id = any (${ids}::uuid[])`
  const { rows } = await sql<RecordedRow>`
    select row_id as id, (array_agg(before order by seq))[1] as before, (array_agg(after order by seq desc))[1] as after
    from plinth.changes where tenant_id = ${caller.scope.tenantId} and entry_id = ${command.entryId} and ${isOfPoint}
    group by row_id order by min(seq)`.execute(state.sql('app'))
  return rows.flatMap((row) => toWrittenRow(row, { point, entity }) ?? [])
}

/** Undefined for a row that the command has both created and deleted. */
function toWrittenRow(
  { id, before, after }: RecordedRow,
  { point, entity }: Pick<RowsOfPoint, 'point' | 'entity'>,
): WrittenRow | undefined {
  const [was, is] = [isThere(before), isThere(after)]
  if (!was && !is) return undefined
  const names = Object.keys(point.data.shape).map((name) => columnOf(entity, name))
  const isVisible = [...names, CUSTOM].some(
    (column) => JSON.stringify(before?.[column]) !== JSON.stringify(after?.[column]),
  )
  return {
    id,
    writes: was ? (is ? 'changed' : 'gone') : 'new',
    before: was ? toRuleData(before!, { point, entity }) : null,
    after: is ? toRuleData(after!, { point, entity }) : null,
    isVisible: isVisible || was !== is,
  }
}

/** Rows may be deleted by setting `deleted_at`. */
const isThere = (image: Image | null): boolean => image !== null && (image['deleted_at'] ?? null) === null

function toRuleData(image: Image, { point, entity }: Pick<RowsOfPoint, 'point' | 'entity'>): RuleData {
  const values = Object.keys(point.data.shape).map(
    (name) => [name, toValue(image[columnOf(entity, name)], { entity, name })] as const,
  )
  const custom = withPrefix((image[CUSTOM] ?? {}) as CustomRecord)
  return { ...Object.fromEntries(values.filter(([, value]) => value !== undefined)), ...custom }
}

/** A recorded value in the form in which queries return it: decimals are texts, and times are in UTC. */
function toValue(value: unknown, { entity, name }: { readonly entity: Declared | undefined; readonly name: string }) {
  if (value === null || value === undefined || !entity || !hasProperty(entity, name)) return value
  const { kind, isNumber } = propertyOf(entity, name, 'A rule point')
  if (kind === 'instant') return new Date(String(value)).toISOString()
  return (kind === 'decimal' && !isNumber) || kind === 'bigint' ? String(value) : value
}

function columnOf(entity: Declared | undefined, name: string): string {
  if (entity && hasProperty(entity, name)) return propertyOf(entity, name, 'A rule point').column
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
