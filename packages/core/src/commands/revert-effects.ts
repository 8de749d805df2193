import { sql } from 'kysely'
import type { Sql } from '../data/sql.ts'
import type { Command, CommandContext, RevertContext, RevertedRow } from '../define/command.ts'
import { defineJob } from '../define/job.ts'
import type { Module } from '../define/module.ts'
import { badInput, forbidden } from '../errors.ts'
import { z } from 'zod'
import { type Effects, inUndoOrder } from './entry-effects.ts'
import type { LoggedEntry } from './logged-entry.ts'

/**
 * What the action behind an entry did outside its rows; an entry of a redo repeats that of the action that it redid.
 * Null for an entry that has none. `db` needs the platform's authority.
 */
export async function loadEffects(
  db: Sql,
  { tenantId, entryId, open }: { tenantId: string; entryId: string; open: (sealed: string) => Effects },
): Promise<Effects | null> {
  const { rows } = await sql<{ sealed: string | null }>`
    with recursive origin (id) as (
      select ${entryId}::uuid
      union all
      select t.source_id from origin o join plinth.turns t
        on t.tenant_id = ${tenantId} and t.entry_id = o.id and t.kind = 'redo'
    )
    select e.sealed from origin o join plinth.entry_effects e on e.tenant_id = ${tenantId} and e.entry_id = o.id
    limit 1`.execute(db)
  const found = rows[0]
  if (!found) return null
  if (found.sealed === null) throw badInput('What this action changed is no longer kept')
  return open(found.sealed)
}

/** What reverting the effects of an entry needs to know. */
export interface EffectRevert {
  readonly entry: LoggedEntry
  readonly effects: Effects
  readonly rows: readonly RevertedRow[]
  readonly modules: readonly Module[]
}

/** Takes back what the commands of an entry did outside the database, the innermost last one first. */
export async function undoEffects(ctx: CommandContext<unknown>, { entry, effects, rows, modules }: EffectRevert) {
  const ofBefore = rows.map((row) => ({ ...row, before: row.after, after: row.before }))
  for (const effect of inUndoOrder(effects.commands))
    await findCommand(modules, effect.commandId).undo?.(toContext(ctx, { entry, effect, rows: ofBefore }))
}

/** Does them again in their order, and queues again what was queued. */
export async function redoEffects(ctx: CommandContext<unknown>, { entry, effects, rows, modules }: EffectRevert) {
  for (const effect of effects.commands)
    await findCommand(modules, effect.commandId).redo?.(toContext(ctx, { entry, effect, rows }))
  const known = new Set(
    modules.flatMap(({ jobs = [], subscribers = [] }) => [
      ...jobs.map(({ id }) => id),
      ...subscribers.flatMap(({ durable }) => durable ?? []),
    ]),
  )
  for (const { jobId, payload, options, isDelivery } of effects.jobs) {
    if (!known.has(jobId))
      throw badInput(`This cannot be redone: the job '${jobId}' is no longer part of this platform`)
    const again = isDelivery ? { ...(payload as object), deliveryId: crypto.randomUUID() } : payload
    ctx.enqueue(defineJob({ id: jobId, payload: z.unknown(), run: () => undefined }), again, options)
  }
}

function toContext(
  ctx: CommandContext<unknown>,
  { entry, effect, rows }: { entry: LoggedEntry; effect: Effects['commands'][number]; rows: readonly RevertedRow[] },
): RevertContext<never, never> {
  const { input, result, context } = effect
  return Object.create(ctx, {
    input: { value: input },
    result: { value: result },
    context: { value: context },
    rows: { value: rows },
    entryId: { value: entry.id },
  }) as RevertContext<never, never>
}

/** The command of an entry. Where it is no longer declared, nobody can say who may take it back. */
export function findCommand(modules: readonly Module[], id: string): Command {
  for (const { commands = [] } of modules) for (const command of commands) if (command.id === id) return command
  throw forbidden('What did this is no longer part of this platform, so that it cannot be undone or redone.')
}
