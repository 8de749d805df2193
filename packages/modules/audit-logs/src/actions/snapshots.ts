import type { Scope } from '@plinth/core'
import type { RecordedChange } from '@plinth/core/data'

type ColumnValues = Readonly<Record<string, unknown>>
type Snapshot = Record<string, unknown>

/** What an entry changed, as action lists show it. */
export interface Snapshots {
  readonly snapshotBefore: Snapshot | null
  readonly snapshotAfter: Snapshot | null
  /** Null when there is nothing to compare; empty when only secrets and timestamps differ. */
  readonly changes: Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>> | null
}

/** Removes what the caller may not see: rows of other tenants, into which an account can be moved, and other organizations. */
export function withoutForeign(
  recorded: readonly RecordedChange[],
  { tenantId, organizationIds }: Pick<Scope, 'tenantId' | 'organizationIds'>,
): RecordedChange[] {
  const isSeen = ({ tenant_id: tenant = null, organization_id: organization = null }: ColumnValues) =>
    (tenant === null || tenant === tenantId) &&
    (organization === null || organizationIds === null || organizationIds.includes(String(organization)))
  return recorded.map(({ before, after, ...change }) => ({
    ...change,
    before: before && isSeen(before) ? before : null,
    after: after && isSeen(after) ? after : null,
  }))
}

/**
 * The rows of an entry before and after it: the fields of its main row, and the other rows by table and id. The main row is
 * that of the entry's resource or, if no row has that id, the only recorded row.
 */
export function toSnapshots(recorded: readonly RecordedChange[], resourceId: string | null): Snapshots {
  const rows = toNetRows(recorded)
  const change = rows.find(({ id }) => id === resourceId) ?? (rows.length === 1 ? rows[0] : undefined)
  const [snapshotBefore, snapshotAfter] = (['before', 'after'] as const).map((side) => toSnapshot(rows, change, side))
  return {
    snapshotBefore: snapshotBefore ?? null,
    snapshotAfter: snapshotAfter ?? null,
    changes: snapshotBefore && snapshotAfter ? Object.fromEntries(differences(snapshotBefore, snapshotAfter)) : null,
  }
}

/** Collapses repeated writes of a row into one change. */
function toNetRows(recorded: readonly RecordedChange[]): RecordedChange[] {
  const rows = new Map<string, RecordedChange>()
  for (const change of recorded) {
    const key = `${change.table} ${change.id}`
    rows.set(key, { ...change, before: (rows.get(key) ?? change).before })
  }
  return [...rows.values()].filter(({ before, after }) => before !== null || after !== null)
}

function toSnapshot(rows: readonly RecordedChange[], change: RecordedChange | undefined, side: 'before' | 'after') {
  const snapshot: Snapshot = change?.[side] ? toFields(change[side]) : {}
  for (const row of rows) {
    const image = row[side]
    if (row === change || image === null) continue
    const table = toCamelCase(row.table)
    snapshot[table] = { ...(snapshot[table] as object | undefined), [row.id]: toFields(image) }
  }
  return Object.keys(snapshot).length > 0 ? snapshot : null
}

const toFields = (row: ColumnValues): Snapshot =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [toCamelCase(column), toShownValue(value)]))

/** Converts a timestamp from the database's format for recorded rows (UTC) to the format of API responses. */
const toShownValue = (value: unknown) =>
  typeof value === 'string' && RECORDED_TIME.test(value) ? new Date(value).toISOString() : value

const RECORDED_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?\+00:00$/

const toCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

type Difference = [path: string, values: { from?: unknown; to?: unknown }]

/** Paths at which two objects differ; recurses into objects only. */
function differences(before: Snapshot, after: Snapshot, prefix = ''): Difference[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  keys.delete('updatedAt')
  return [...keys].flatMap((key): Difference[] => {
    const [from, to] = [before[key], after[key]]
    if (isPlain(from) && isPlain(to)) return differences(from, to, isCustom(prefix, key) ? 'cf_' : `${prefix}${key}.`)
    if (isSame(from, to)) return []
    return [[`${prefix}${key}`, { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }]]
  })
}

/** Values of custom fields have the same names as in request and response bodies. */
const isCustom = (prefix: string, key: string) => prefix === '' && key === 'custom'

const isPlain = (value: unknown): value is Snapshot =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Both values come from the database, which prints equal JSON identically. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
