import { sql } from 'kysely'
import type { Scope } from '../data/scope.ts'
import { type Command, isUndoable, type Target } from '../define/command.ts'
import type { CommandPreview, PreviewedEffect, PreviewedRow } from '../define/preview.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Transaction } from './run.ts'

/** Rows that a fingerprint is made of, the same ones each time; of more, their number. */
const COMPARED = 1_000
/** Rows that a person is shown. */
const SHOWN = 100

interface Recorded extends Pick<PreviewedRow, 'table' | 'id' | 'before' | 'after'> {
  readonly total: number
}

/** A command that has run, for whom, and the bytes of rows that it may have recorded. */
interface Previewed {
  readonly command: Command
  readonly input: unknown
  readonly target: Target
  readonly scope: Scope
  readonly mostRecorded: number
}

/**
 * What a command has done in a transaction that is still open. Constraints that wait for the commit are checked, so that
 * what cannot be committed fails here.
 */
export async function previewCommand(
  transaction: Transaction,
  { command, input, target, scope, mostRecorded }: Previewed,
): Promise<CommandPreview> {
  const { db, entryId, outbox, effects } = transaction
  await sql`set constraints all immediate`.execute(db)
  // Nothing is shown, or read here, that could not be committed.
  await sql`select plinth.written_tables(${scope.tenantId}, ${entryId}, ${mostRecorded})`.execute(db)
  const { rows } = await sql<Recorded>`
    select * from (
      select table_name as "table", row_id as id, before, after, seq, count(*) over ()::int as total from plinth.changes
      where tenant_id = ${scope.tenantId} and entry_id = ${entryId}
      order by before is null, table_name, row_id, seq limit ${COMPARED}
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
      known: [input, imagesBefore(rows)],
    }),
    changes: changes.slice(0, SHOWN),
    moreChanges: total - Math.min(changes.length, SHOWN),
    events,
    jobs,
    rules,
    isUndoable: isUndoable(command) && effects.irreversible === null,
  }
}

/** The rows as they were when the command began: what it writes twice has its own words in the later image. */
function imagesBefore(rows: readonly Recorded[]): readonly unknown[] {
  const first = new Map(rows.toReversed().map(({ table, id, before }) => [`${table} ${id}`, before]))
  return [...first.values()]
}

/** A row as the caller may see it; undefined for one of an organization beyond theirs. */
function toPreviewed({ table, id, before, after }: Recorded, { organizationIds }: Scope): PreviewedRow | undefined {
  const isBeyond = [before, after].some((image) => {
    const organization = image?.['organization_id'] ?? null
    return organization !== null && organizationIds !== null && !organizationIds.includes(String(organization))
  })
  if (isBeyond) return undefined
  if (before === null) return { table, id, kind: 'insert', before, after }
  if (after === null) return { table, id, kind: 'delete', before, after }
  // That a row has changed is no news of its own.
  const changed = Object.keys(after).filter(
    (name) => name !== 'updated_at' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (image: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((name) => [name, image[name] ?? null]))
  return { table, id, kind: 'update', before: pick(before), after: pick(after) }
}
