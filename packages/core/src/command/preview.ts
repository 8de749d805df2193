import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Scope } from '../data/query/scope.ts'
import { BY_NAME } from '../log/times-and-authors.ts'
import type { CommandPreview, PreviewedEffect, PreviewedRow } from '../define/preview.ts'
import type { CompletedCommand } from './commit.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'

/** Maximum number of rows included in a fingerprint, always the same ones; of any others, only the number is included. */
const COMPARED = 1_000
/** Maximum number of rows in a preview. */
const SHOWN = 100

interface RecordedImages extends Pick<PreviewedRow, 'table' | 'id' | 'before' | 'after'> {
  readonly total: number
}

/** Checks what a commit would check, in a transaction that is still open: deferred constraints, and limits of what is recorded. */
export async function assertCommittable(state: UnitOfWork): Promise<void> {
  const { runtime, caller, command } = state
  const db = state.sql('app')
  await sql`set constraints all immediate`.execute(db)
  await sql`select plinth.written_tables(${caller.scope.tenantId}, ${command!.entryId}, ${runtime.mostRecorded})`.execute(
    db,
  )
}

/** The effects of a command in a transaction that is still open. What cannot be committed fails here. */
export async function previewCommand(
  state: UnitOfWork,
  { command, input, target }: Pick<CompletedCommand, 'command' | 'target'> & { readonly input: unknown },
): Promise<CommandPreview> {
  const { outbox, runtime } = state
  const { scope, actor } = state.caller
  const { entryId, effects } = state.command!
  const db = state.sql('app')
  // Do not read or show anything that could not be committed.
  await assertCommittable(state)
  // Ids of new rows differ between runs, so these rows are in the order of their creation.
  const { rows: recorded } = await sql<RecordedImages>`
    select "table", id, before, after, total from (
      select table_name as "table", row_id as id, before, after, seq, count(*) over ()::int as total,
        bool_or(before is null) over of_row as is_new,
        case when bool_and(before is not null) over of_row then row_id end as known_id, min(seq) over of_row as first_seq
      from plinth.changes
      where tenant_id = ${scope.tenantId} and entry_id = ${entryId} window of_row as (partition by table_name, row_id)
      order by is_new, "table", known_id, first_seq, seq limit ${COMPARED}
    ) compared order by seq`.execute(db)
  const { fieldPolicies } = runtime
  // Neither in the preview nor in its fingerprint, which somebody could compare with that of a guess.
  const rows = recorded.map((row) => ({
    ...row,
    before: fieldPolicies.imageFor(actor, row.table, row.before),
    after: fieldPolicies.imageFor(actor, row.table, row.after),
  }))
  const isRestricted = fieldPolicies.columnsBeyond(actor, 'read').size > 0
  const total = rows[0]?.total ?? 0
  const changes = rows.flatMap((row) => toPreviewed(row, scope) ?? [])
  const shown = (payload: unknown) => (isRestricted ? {} : payload)
  const events = outbox.emissions.map(({ event, payload }): PreviewedEffect => ({
    id: event.id,
    payload: shown(payload),
  }))
  const jobs = outbox.jobs.map(({ job, payload }): PreviewedEffect => ({ id: job.id, payload: shown(payload) }))
  const { rules } = effects
  const newIds = rows.flatMap(({ id, before }) => (before === null ? [id] : []))
  // Payloads contain random links and the like, so only the ids of queued jobs are compared.
  const queued = jobs.map(({ id }) => id)
  const parts = { change: changes, event: events, job: queued, rules }
  const done = Object.entries(parts).flatMap(([kind, list]) => list.map((part) => [kind, part]))
  return {
    commandId: target.commandId ?? command.id,
    label: target.label ?? command.label ?? null,
    fingerprint: fingerprintOf([['command', command.id, total], ...done], {
      newIds: [entryId, ...newIds],
      before: [input, imagesBefore(rows)],
    }),
    changes: changes.slice(0, SHOWN),
    moreChanges: total - Math.min(changes.length, SHOWN),
    events,
    jobs,
    rules,
    isUndoable: command.isUndoable && effects.irreversible === null && (total === 0 || rows.some(isRevertible)),
  }
}

/** Whether undoing a change would change anything. Credentials are in neither image, and stay as they are. */
const isRevertible = ({ before, after }: RecordedImages): boolean =>
  before === null || after === null || changedColumns(before, after).length > 0

/** When and by whom a row was changed is not a change in itself. */
const changedColumns = (before: RowImage, after: RowImage): string[] =>
  Object.keys(after).filter(
    (name) => !BY_NAME.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

type RowImage = Readonly<Record<string, unknown>>

/** The rows as they were when the command began; a row written twice has its final values in the later image. */
function imagesBefore(rows: readonly RecordedImages[]): readonly unknown[] {
  const first = new Map(rows.toReversed().map(({ table, id, before }) => [`${table} ${id}`, before]))
  return [...first.values()]
}

/** A row as the caller may see it; undefined if it belongs to an organization that the caller cannot see. */
function toPreviewed(
  { table, id, before, after }: RecordedImages,
  { organizationIds }: Scope,
): PreviewedRow | undefined {
  const isBeyond = [before, after].some((image) => {
    const organization = image?.['organization_id'] ?? null
    return organization !== null && organizationIds !== null && !organizationIds.includes(String(organization))
  })
  if (isBeyond) return undefined
  if (before === null) return { table, id, kind: 'insert', before, after }
  if (after === null) return { table, id, kind: 'delete', before, after }
  const changed = changedColumns(before, after)
  const pick = (image: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((name) => [name, image[name] ?? null]))
  return { table, id, kind: 'update', before: pick(before), after: pick(after) }
}

/** What may differ between two runs of a command, and what may not. */
interface FingerprintFacts {
  /** Ids generated by the run. */
  readonly newIds: readonly string[]
  /** The data before the command: timestamps that occur in it do not come from the clock. */
  readonly before: unknown
}

/**
 * A hash of a command's effects that is equal for equal effects in any order, because the database chooses the order in which
 * it deletes many rows. New ids are replaced by their position. A timestamp that occurs in neither the input nor the previous
 * rows is assumed to come from the clock; all such timestamps are treated as equal.
 */
function fingerprintOf(done: readonly unknown[], { newIds, before }: FingerprintFacts): string {
  const numbers = new Map([...new Set(newIds)].map((id, number) => [id, `new ${number}`]))
  const named = new Set([...JSON.stringify(before ?? null).matchAll(INSTANT)].map(([instant]) => toTime(instant)))
  const texts = done.map((part) =>
    JSON.stringify(part)
      .replace(ID, (id) => numbers.get(id) ?? id)
      .replace(INSTANT, (instant) => (named.has(toTime(instant)) ? instant : 'now')),
  )
  return createHash('sha256').update(JSON.stringify(texts.toSorted())).digest('base64url')
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Matches the formats of JSON and of the database. */
const INSTANT = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?/g

/** Normalizes both formats. */
const toTime = (instant: string) => Date.parse(instant.replace(/([+-]\d{2})$/, '$1:00')) || instant
