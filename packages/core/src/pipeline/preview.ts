import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Scope } from '../data/scope.ts'
import { BY_NAME } from '../undo/bookkeeping.ts'
import type { CommandPreview, PreviewedEffect, PreviewedRow } from '../define/command.ts'
import type { CompletedCommand } from './commit.ts'
import type { RequestState } from './runtime.ts'

/** Rows that a fingerprint is made of, the same ones each time; of more, their number. */
const COMPARED = 1_000
/** Rows that a person is shown. */
const SHOWN = 100

interface RecordedImages extends Pick<PreviewedRow, 'table' | 'id' | 'before' | 'after'> {
  readonly total: number
}

/**
 * What a command has done in a transaction that is still open. Constraints that wait for the commit are checked, so that
 * what cannot be committed fails here.
 */
export async function previewCommand(
  state: RequestState,
  { command, input, target }: Pick<CompletedCommand, 'command' | 'target'> & { readonly input: unknown },
): Promise<CommandPreview> {
  const { outbox, runtime } = state
  const { scope } = state.caller
  const { entryId, effects } = state.command!
  const db = state.sql('app')
  await sql`set constraints all immediate`.execute(db)
  // Nothing is shown, or read here, that could not be committed.
  await sql`select plinth.written_tables(${scope.tenantId}, ${entryId}, ${runtime.mostRecorded})`.execute(db)
  // The ids of new rows are others in each run: they come in the order in which they were made.
  const { rows } = await sql<RecordedImages>`
    select "table", id, before, after, total from (
      select table_name as "table", row_id as id, before, after, seq, count(*) over ()::int as total,
        bool_or(before is null) over of_row as is_new,
        case when bool_and(before is not null) over of_row then row_id end as known_id, min(seq) over of_row as first_seq
      from plinth.changes
      where tenant_id = ${scope.tenantId} and entry_id = ${entryId} window of_row as (partition by table_name, row_id)
      order by is_new, "table", known_id, first_seq, seq limit ${COMPARED}
    ) compared order by seq`.execute(db)
  const total = rows[0]?.total ?? 0
  const changes = rows.flatMap((row) => toPreviewed(row, scope) ?? [])
  const events = outbox.emissions.map(({ event, payload }): PreviewedEffect => ({ id: event.id, payload }))
  const jobs = outbox.jobs.map(({ job, payload }): PreviewedEffect => ({ id: job.id, payload }))
  const { rules } = effects
  const newIds = rows.flatMap(({ id, before }) => (before === null ? [id] : []))
  // What is queued holds random links and the like; which jobs are queued is what counts.
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

/** Whether undoing a change would move anything: credentials are in neither image, and stay. */
const isRevertible = ({ before, after }: RecordedImages): boolean =>
  before === null || after === null || changedColumns(before, after).length > 0

/** That a row has changed, and by whom, is no news of its own. */
const changedColumns = (before: RowImage, after: RowImage): string[] =>
  Object.keys(after).filter(
    (name) => !BY_NAME.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

type RowImage = Readonly<Record<string, unknown>>

/** The rows as they were when the command began: what it writes twice has its own words in the later image. */
function imagesBefore(rows: readonly RecordedImages[]): readonly unknown[] {
  const first = new Map(rows.toReversed().map(({ table, id, before }) => [`${table} ${id}`, before]))
  return [...first.values()]
}

/** A row as the caller may see it; undefined for one of an organization beyond theirs. */
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

/** What two runs of one command may differ in, and what they may not. */
interface FingerprintFacts {
  /** Ids that the run has made up. */
  readonly newIds: readonly string[]
  /** What was there before: instants that it names are none of the clock. */
  readonly before: unknown
}

/**
 * A hash of what a command did that is the same whenever it does the same, in whatever order: a database that deletes
 * many rows chooses one. New ids count by their order, and an instant that neither the input nor the rows before name
 * comes from the clock and counts as one.
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
/** As JSON and as the database write it. */
const INSTANT = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?/g

/** The same for both spellings. */
const toTime = (instant: string) => Date.parse(instant.replace(/([+-]\d{2})$/, '$1:00')) || instant
