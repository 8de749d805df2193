import type { CommandContext } from '@plinth/core'
import { changesOf, lastChange } from '@plinth/core/data'
import type { Draft } from './draft.ts'
import { findRecords } from './find-records.ts'
import type { KnownRecords } from './known-records.ts'
import type { Plan } from './plan.ts'
import type { Call, WrittenRow } from './row-call.ts'

interface WaitingRow extends Call {
  readonly draft: Draft
}

/**
 * Rows that are written together: those that change records first, since they may set free what a new one needs. An error does not say
 * which of them it is about.
 */
export class WaitingRows {
  readonly written: WrittenRow[] = []
  /** How many rows had the values of their record. */
  unchanged = 0
  readonly #ctx: CommandContext
  readonly #plan: Plan
  readonly #known: KnownRecords
  readonly #records = new Set<string>()
  #waiting: WaitingRow[] = []

  constructor(ctx: CommandContext, plan: Plan, known: KnownRecords) {
    this.#ctx = ctx
    this.#plan = plan
    this.#known = known
  }

  /** Whether an earlier row changes the same record. */
  has({ record }: Call): boolean {
    return record !== undefined && this.#records.has(record.id)
  }

  add(draft: Draft, call: Call): void {
    this.#waiting.push({ ...call, draft })
    if (call.record) this.#records.add(call.record.id)
  }

  async run(): Promise<void> {
    if (this.#waiting.length === 0) return
    const ctx = this.#ctx
    const { update, create } = this.#plan.target
    const updates = this.#waiting.filter(({ record }) => record)
    const creations = this.#waiting.filter(({ record }) => !record)
    this.#waiting = []
    this.#records.clear()
    const since = await lastChange(ctx)
    if (updates.length > 0) await runAll(ctx, update, updates)
    const results = creations.length > 0 ? await runAll(ctx, create, creations) : []
    const done = [
      ...updates.map((row) => ({ ...row, id: row.record!.id })),
      ...creations.map((row, index) => ({ ...row, id: String((results[index] as { readonly id?: unknown }).id) })),
    ]
    const named = done.filter(({ draft, record }) => !record || this.#known.chosen(draft.row))
    const external = await this.#known.add(
      ctx,
      named.map(({ draft, id }) => ({ key: draft.key, id })),
    )
    for (const { draft, id } of done) this.#known.became(draft.row, id)
    const changes = await changesOf(ctx, { ids: [...done.map(({ id }) => id), ...external.values()], since })
    const written = await findWritten(ctx, this.#plan, { updates, changes })
    for (const { draft, id, record } of done) {
      const own = changes.get(id)
      if (record && !written.has(id)) this.unchanged++
      else
        this.written.push({
          row: draft.row,
          recordId: id,
          isNew: !record,
          // Those of a table that is not recorded are none.
          changes: [...(own ?? [{ after: since, last: since }]), ...(changes.get(external.get(id) ?? '') ?? [])],
        })
    }
  }
}

interface UpdatedRows {
  readonly updates: readonly WaitingRow[]
  readonly changes: ReadonlyMap<string, unknown>
}

/** The records that have got other values. Without any change, nobody knows whether their table is recorded: their versions tell. */
async function findWritten(
  ctx: CommandContext,
  { target }: Plan,
  { updates, changes }: UpdatedRows,
): Promise<ReadonlySet<string>> {
  const records = updates.map(({ record }) => record!)
  const recorded = records.filter(({ id }) => changes.has(id))
  if (recorded.length > 0 || records.length === 0) return new Set(recorded.map(({ id }) => id))
  const now = await findRecords(ctx, target, { names: records.map(({ id }) => id), finder: { by: 'id' } })
  const written = records.filter(({ id, updatedAt }) => updatedAt !== '' && now.get(id)?.[0]?.updatedAt !== updatedAt)
  return new Set(written.map(({ id }) => id))
}

const runAll = (ctx: CommandContext, command: Call['command'], rows: readonly WaitingRow[]) =>
  ctx.runAll(command, rows.map(({ input }) => input) as never, {
    custom: rows.map(({ custom }) => (Object.keys(custom).length > 0 ? custom : undefined)),
  }) as Promise<readonly unknown[]>
