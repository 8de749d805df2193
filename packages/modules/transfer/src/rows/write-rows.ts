import type { CommandContext } from '@plinth/core'
import { assertAccess } from '@plinth/core/acl'
import { lastChange } from '@plinth/core/data'
import { addCounts, type Counts, NOTHING } from '../settings.ts'
import type { Choices } from './choices.ts'
import type { Draft } from './draft.ts'
import { findRecords } from './find-records.ts'
import { KnownRecords } from './known-records.ts'
import type { Plan } from './plan.ts'
import { type Call, runRow, toCall, type WrittenRow } from './row-call.ts'
import { type FoundProblem, refuseRecord, type RefusedRow } from './row-problem.ts'
import { WaitingRows } from './waiting-rows.ts'

/** The rows of a chunk. */
interface RowsToWrite {
  readonly drafts: readonly Draft[]
  /** What people have chosen for rows that look like other records. */
  readonly choices: Choices
  /** Whether each row is written by itself, to learn which one is refused. */
  readonly isEach: boolean
}

/** What became of the rows of a chunk. */
export interface WrittenRows {
  readonly counts: Counts
  /** Rows that have created or changed a record. */
  readonly written: readonly WrittenRow[]
  readonly refused: readonly RefusedRow[]
}

/**
 * Writes rows with the commands of their target, in the running transaction. A row that is refused before anything of it is written
 * is returned; one that a command refuses ends the transaction with `RefusedRow`, because what has failed cannot be continued. Without
 * `isEach`, rows are written together where their commands permit it, and the error is that of a command.
 */
export async function writeRows(
  ctx: CommandContext,
  plan: Plan,
  { drafts, choices, isEach }: RowsToWrite,
): Promise<WrittenRows> {
  const { target, mode } = plan
  const isUpdate = mode !== 'create' || [...choices.values()].some(({ choice }) => choice === 'update')
  if (mode !== 'update') assertAccess(ctx.actor, target.create.access, ctx.now())
  if (isUpdate) assertAccess(ctx.actor, target.update.access, ctx.now())
  const known = await KnownRecords.read(ctx, plan, { drafts, choices })
  const together = new WaitingRows(ctx, plan, known)
  const updated = new Map<string, string>()
  const refused: RefusedRow[] = []
  const written: MarkedRow[] = []
  let counts = NOTHING
  let mark: Mark | undefined
  for (const draft of drafts) {
    if (choices.get(draft.row)?.choice === 'skip') {
      counts = addCounts(counts, { ...NOTHING, skipped: 1 })
      continue
    }
    if (choices.get(draft.row)?.isRehearsed) {
      counts = addCounts(counts, { ...NOTHING, updated: 1 })
      continue
    }
    if (choices.has(draft.row) || known.mayName(draft)) await together.run()
    const ready = await toCall(ctx, plan, { draft, known })
    if (Array.isArray(ready)) {
      refused.push(...refuseRecord(draft, ready as readonly FoundProblem[]))
      continue
    }
    const call = ready as Call
    const { command, record } = call
    counts = addCounts(counts, { ...NOTHING, [record ? 'updated' : 'created']: 1 })
    if (!isEach && command.runAll) {
      if (together.has(call)) await together.run()
      together.add(draft, call)
      mark = undefined
      continue
    }
    await together.run()
    const after = (mark ??= await markChanges(ctx))
    const { id } = (await runRow(ctx, plan, { draft, ...call })) as { readonly id?: unknown }
    const recordId = record?.id ?? String(id)
    if (record) updated.set(record.id, record.updatedAt)
    if (!record || known.chosen(draft.row)) await known.add(ctx, [{ key: draft.key, id: recordId }])
    known.became(draft.row, recordId)
    mark = await markChanges(ctx)
    written.push({ row: draft.row, recordId, isNew: !record, after, last: mark })
  }
  await together.run()
  const unchanged = await findUnchanged(ctx, plan, updated)
  const changed = written.filter((one) => one.isNew || !unchanged.has(one.recordId))
  const each = changed.map(async ({ after, last, ...row }) => ({
    ...row,
    changes: [{ after: await after.change, last: await last.change }],
  }))
  const same = written.length - changed.length + together.unchanged
  return {
    counts: addCounts(counts, { created: 0, updated: -same, unchanged: same, refused: refused.length }),
    refused,
    written: [...(await Promise.all(each)), ...together.written],
  }
}

/** A row that was written by itself, and the marks of its changes. */
interface MarkedRow extends Omit<WrittenRow, 'changes'> {
  readonly after: Mark
  readonly last: Mark
}

interface Mark {
  readonly change: Promise<number>
}

/** Marks a place among the changes, on the way with the next statement: nothing waits for it until all rows are written. */
async function markChanges(ctx: CommandContext): Promise<Mark> {
  const change = lastChange(ctx)
  // The error of the row that has ended the transaction is the one to report.
  change.catch(() => {})
  // Kysely takes a few microtasks to send it.
  await new Promise<void>((sent) => process.nextTick(sent))
  return { change }
}

/** The records that have been given the values that they had already. */
async function findUnchanged(
  ctx: CommandContext,
  { target }: Plan,
  updated: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const ids = [...updated.keys()]
  const now = await findRecords(ctx, target, { names: ids, finder: { by: 'id' } })
  return new Set(ids.filter((id) => now.get(id)?.[0]?.updatedAt === updated.get(id)))
}
