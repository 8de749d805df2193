import { sql } from 'kysely'
import { z } from 'zod'
import { tableOf } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { Sql } from '../data/query/sql.ts'
import type { Tables } from '../data/query/tables.ts'
import type { LineTable } from '../define/command.ts'
import type { EmittedEvent } from '../define/emitted-events.ts'
import type { EventType } from '../define/event.ts'
import type { Module } from '../define/module.ts'
import { revertedRows } from './reverted-rows.ts'

const CHANGES = ['created', 'updated', 'deleted'] as const

type Change = (typeof CHANGES)[number]

/** A kind of record with events that tell what has happened to one: `tags.tag.created`, `tags.tag.updated`, `tags.tag.deleted`. */
export interface ToldKind {
  readonly kind: string
  readonly entity: Declared
  readonly lines: readonly LineTable[]
  readonly events: Readonly<Partial<Record<Change, EventType>>>
}

/** The kinds that such events tell of, with the entities that their commands write. */
export function findToldKinds(modules: readonly Module[]): readonly ToldKind[] {
  const listed = modules.flatMap(({ events = {} }) => Object.values(events))
  const eventsById = new Map(listed.map((event) => [event.id, event]))
  const kinds = new Map<string, ToldKind>()
  for (const { resource: kind, entity, lines = [] } of modules.flatMap(({ commands = [] }) => commands)) {
    if (kind === undefined || !entity || kinds.has(kind)) continue
    const events = CHANGES.flatMap((change) => {
      const event = eventsById.get(`${kind}.${change}`)
      return event ? [[change, event] as const] : []
    })
    if (events.length > 0) kinds.set(kind, { kind, entity, lines, events: Object.fromEntries(events) })
  }
  return [...kinds.values()]
}

interface RecordAccess {
  /** With the platform's authority. */
  readonly db: Sql
  readonly tables: Tables
  readonly tenantId: string
}

interface Told {
  readonly kinds: readonly ToldKind[]
  /** The record that the entry is about. It is updated even if only rows of other tables change, such as the grants of a role. */
  readonly resource: { readonly kind: string | null; readonly id: string | null }
}

interface ChangedRow {
  readonly table: string
  readonly was: boolean
  readonly is: boolean
  /** The columns that payloads need. */
  readonly image: Image
}

type Image = Readonly<Record<string, unknown>>

/**
 * The events that tell what a revert has done to the tenant's records. Call it after the rows have been restored, in the same
 * transaction. Payloads have those members of their schemas that are columns of the record.
 */
export async function findRevertedEvents(
  { db, tables, tenantId }: RecordAccess,
  { kinds, resource }: Told,
): Promise<readonly EmittedEvent[]> {
  const told = new Map<string, EmittedEvent | undefined>()
  const tell = (kind: ToldKind, change: Change, image: Image) => {
    const key = `${kind.kind} ${String(image['id'])}`
    if (!told.has(key)) told.set(key, toEvent(tables, kind, { change, image }))
  }
  const touched = kinds.map((kind) => ({
    kind,
    ids: new Set<unknown>(kind.kind === resource.kind ? [resource.id] : []),
  }))
  const rows = await findChangedRows({ db, tables, tenantId }, kinds)
  for (const { table, was, is, image } of rows) {
    for (const { kind, ids } of touched) {
      if (tableOf(kind.entity) === table && (was || is))
        tell(kind, was ? (is ? 'updated' : 'deleted') : 'created', image)
      for (const { entity, parent } of kind.lines)
        if (tableOf(entity) === table) ids.add(image[tables.columnOf(entity, parent)])
    }
  }
  for (const { kind, ids } of touched) {
    const left = [...ids].filter((id) => typeof id === 'string' && !told.has(`${kind.kind} ${id}`))
    if (left.length === 0) continue
    const { rows: found } = await sql<{
      image: Image
    }>`select to_jsonb(t) as image from ${sql.table(tableOf(kind.entity))} t
      where t.tenant_id = ${tenantId} and t.id = any (${left}::uuid[])`.execute(db)
    for (const { image } of found) if ((image['deleted_at'] ?? null) === null) tell(kind, 'updated', image)
  }
  return [...told.values()].filter((event) => event !== undefined)
}

/** Rows may be deleted by setting `deleted_at`. */
const isThere = (image: string) =>
  sql`coalesce(jsonb_typeof(${sql.ref(image)} -> 'deleted_at'), 'null') = 'null' and ${sql.ref(image)} is not null`

/** The rows of the plan that are records, or lines of one. */
async function findChangedRows(
  { db, tables, tenantId }: RecordAccess,
  kinds: readonly ToldKind[],
): Promise<readonly ChangedRow[]> {
  const lines = kinds.flatMap((kind) => kind.lines)
  const names = [...kinds, ...lines].map(({ entity }) => tableOf(entity))
  const columns = [
    'id',
    ...kinds.flatMap((kind) =>
      Object.values(kind.events).flatMap((event) => Object.values(columnsOf(tables, kind.entity, event))),
    ),
    ...lines.map(({ entity, parent }) => tables.columnOf(entity, parent)),
  ]
  const { rows } = await sql<ChangedRow>`
    select n."table", ${isThere('n.from')} as was, ${isThere('n.to')} as "is", (
      select jsonb_object_agg(key, value) from jsonb_each(coalesce(n."to", n."from")) where key = any (${columns}::text[])
    ) as image
    from ${revertedRows} n where n."table" = any (${names}::text[]) and n.tenant = ${tenantId} order by n.seq desc`.execute(
    db,
  )
  return rows
}

/** The columns of the members of an event's payload. */
function columnsOf(tables: Tables, entity: Declared, { payload }: EventType): Readonly<Record<string, string>> {
  const members = payload instanceof z.ZodObject ? Object.keys(payload.shape) : ['id']
  return Object.fromEntries(
    members.flatMap((name) => {
      const column = name === 'organizationId' ? tables.organizationColumnOf(entity) : columnOf(tables, entity, name)
      return column === undefined ? [] : [[name, column]]
    }),
  )
}

const columnOf = (tables: Tables, entity: Declared, name: string) =>
  tables.has(entity, name) ? tables.columnOf(entity, name) : undefined

function toEvent(
  tables: Tables,
  { entity, events }: ToldKind,
  { change, image }: { readonly change: Change; readonly image: Image },
): EmittedEvent | undefined {
  const event = events[change]
  if (!event) return undefined
  const members = Object.entries(columnsOf(tables, entity, event)).map(([name, column]) => [
    name,
    image[column] ?? null,
  ])
  return { id: event.id, payload: Object.fromEntries(members) }
}
