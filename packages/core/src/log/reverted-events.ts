import { sql } from 'kysely'
import { z } from 'zod'
import { tableOf } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import { ALL_TENANTS } from '../data/query/scope.ts'
import type { Sql } from '../data/query/sql.ts'
import type { Tables } from '../data/query/tables.ts'
import { isUuid } from '../data/query/uuid.ts'
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
  readonly id: string
  /** The columns of lines that refer to their record. */
  readonly parents: Readonly<Record<string, unknown>>
}

interface ToldRecord {
  readonly kind: ToldKind
  readonly id: string
  readonly change: Change
}

/**
 * The events that tell what a revert has done to the tenant's records. Call it after the rows have been restored, in the same
 * transaction. Payloads have those members of their schemas that are properties of the record, with the values that queries return.
 */
export async function findRevertedEvents(
  access: RecordAccess,
  { kinds: all, resource }: Told,
): Promise<readonly EmittedEvent[]> {
  const { tables } = access
  const kinds = all.filter(({ entity }) => tables.hasTenant(entity))
  const told = new Map<string, ToldRecord>()
  const tell = (record: ToldRecord) => {
    const key = `${record.kind.kind} ${record.id}`
    if (!told.has(key)) told.set(key, record)
  }
  const rows = await findChangedRows(access, kinds)
  for (const { table, was, is, id } of rows)
    for (const kind of kinds)
      if (tableOf(kind.entity) === table && (was || is))
        tell({ kind, id, change: was ? (is ? 'updated' : 'deleted') : 'created' })
  for (const kind of kinds) {
    // The entries of some commands are about a key or a text.
    const { id } = resource
    if (kind.kind === resource.kind && isUuid(id)) tell({ kind, id, change: 'updated' })
    for (const { entity, parent } of kind.lines) {
      const column = tables.columnOf(entity, parent)
      for (const { table, parents } of rows)
        if (tableOf(entity) === table && isUuid(parents[column])) tell({ kind, id: parents[column], change: 'updated' })
    }
  }
  const payloads = new Map<ToldKind, ReadonlyMap<string, Payload>>()
  for (const kind of kinds) {
    const ids = [...told.values()].filter((one) => one.kind === kind).map(({ id }) => id)
    if (ids.length > 0) payloads.set(kind, await readPayloads(access, kind, ids))
  }
  return [...told.values()].flatMap(({ kind, id, change }) => {
    const event = kind.events[change]
    const payload = payloads.get(kind)?.get(id)
    if (!event || !payload) return []
    const members = Object.entries(membersOf(tables, kind.entity, event))
    return [{ id: event.id, payload: Object.fromEntries(members.map(([name, property]) => [name, payload[property]])) }]
  })
}

/** Rows may be deleted by setting `deleted_at`. */
const isThere = (image: string) =>
  sql`coalesce(jsonb_typeof(${sql.ref(image)} -> 'deleted_at'), 'null') = 'null' and ${sql.ref(image)} is not null`

/** Rows of the tenant, and those of all tenants, such as shared roles: what is done to them is told where it is done. */
const isTold = (tenantId: string) => sql`n.tenant = any (${[tenantId, ALL_TENANTS]}::uuid[])`

/** The rows of the plan that are records, or lines of one. */
async function findChangedRows(
  { db, tables, tenantId }: RecordAccess,
  kinds: readonly ToldKind[],
): Promise<readonly ChangedRow[]> {
  const lines = kinds.flatMap((kind) => kind.lines)
  const names = [...kinds, ...lines].map(({ entity }) => tableOf(entity))
  const columns = lines.map(({ entity, parent }) => tables.columnOf(entity, parent))
  const { rows } = await sql<ChangedRow>`
    select n."table", n.id, ${isThere('n.from')} as was, ${isThere('n.to')} as "is", (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(coalesce(n."to", n."from"))
      where key = any (${columns}::text[])
    ) as parents
    from ${revertedRows} n where n."table" = any (${names}::text[]) and ${isTold(tenantId)} order by n.seq desc`.execute(
    db,
  )
  return rows
}

type Payload = Readonly<Record<string, unknown>>

/**
 * The members of payloads, by record: as it was before it was deleted, otherwise as it is now. None for those that are not there and
 * that the plan has not changed.
 */
async function readPayloads(
  { db, tables, tenantId }: RecordAccess,
  { entity, events }: ToldKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Payload>> {
  const members = Object.values(events).flatMap((event) => Object.values(membersOf(tables, entity, event)))
  const { rows } = await sql<Payload & { readonly id: string }>`
    with changed as (
      select distinct on (n.id) n.id, coalesce(n."to", n."from") as image from ${revertedRows} n
      where n."table" = ${tableOf(entity)} and ${isTold(tenantId)} order by n.id, n.seq desc
    ), images as (
      select image from changed
      union all
      select to_jsonb(t) from ${sql.table(tableOf(entity))} t
      where t.tenant_id = any (${[tenantId, ALL_TENANTS]}::uuid[]) and t.id = any (${ids}::uuid[]) and t.id not in (select id from changed)
        and to_jsonb(t) ->> 'deleted_at' is null
    )
    select r.* from images cross join lateral ${tables.recorded(entity, [...new Set(['id', ...members])], sql`image`)} r`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The properties with the members of an event's payload. */
function membersOf(tables: Tables, entity: Declared, { payload }: EventType): Readonly<Record<string, string>> {
  const members = payload instanceof z.ZodObject ? Object.keys(payload.shape) : ['id']
  return Object.fromEntries(
    members.flatMap((name) => {
      if (tables.has(entity, name)) return [[name, name]]
      // The organization of an organization is itself.
      const isItself = name === 'organizationId' && tables.organizationColumnOf(entity) !== undefined
      return isItself ? [[name, 'id']] : []
    }),
  )
}
