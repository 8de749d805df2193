import { sql } from 'kysely'
import { deserialize, serialize } from 'node:v8'
import { z } from 'zod'
import type { Sql } from '../data/statements.ts'
import type { Query } from '../data/transaction.ts'
import type { Command, CommandContext, PreviewedRules, RevertContext, RevertedRow } from '../define/command.ts'
import { defineJob, type JobOptions } from '../define/job.ts'
import type { Module } from '../define/module.ts'
import { defineService } from '../define/service.ts'
import { badInput, forbidden } from '../errors.ts'
import { openText, sealText } from '../security/tokens.ts'
import type { LoggedEntry } from './revert.ts'

/** A command that ran under an entry, as its `undo` and `redo` receive it. */
interface CommandEffect {
  readonly commandId: string
  /** How many commands it ran inside of. */
  readonly depth: number
  readonly input: unknown
  readonly result: unknown
  readonly context: Readonly<Record<string, unknown>>
}

/** A job that an entry queued; a delivery to a durable subscriber is one too. */
export interface QueuedEffect {
  readonly jobId: string
  readonly payload: unknown
  readonly options: JobOptions
  readonly isDelivery: boolean
}

/** What an entry did outside its rows. */
export interface Effects {
  /** In the order in which they ended: inner ones before those that ran them. */
  readonly commands: readonly CommandEffect[]
  readonly jobs: readonly QueuedEffect[]
}

/** Collects what the commands of one transaction do outside its rows. */
export class EffectLog {
  readonly commands: CommandEffect[] = []
  /** The rules that ran before its commands, for those who are shown first what would happen. */
  readonly rules: PreviewedRules[] = []
  /** The first inner command that cannot be taken back. */
  irreversible: { readonly commandId: string; readonly reason: string } | null = null
  #depth = 0

  /** Runs a command and notes it where it has something to take back or to repeat. */
  async note<T extends { readonly input: unknown; readonly result: unknown }>(
    command: Command,
    run: () => Promise<T>,
  ): Promise<T> {
    const depth = this.#depth++
    try {
      const outcome = await run()
      const { input, result } = outcome
      const reason = whyNotUndoable(command)
      if (depth > 0 && reason !== null) this.irreversible ??= { commandId: command.id, reason }
      if (command.undo || command.redo) {
        const { context = {} } = command.target?.({ input, result }) ?? {}
        this.commands.push({ commandId: command.id, depth, input, result, context })
      }
      return outcome
    } finally {
      this.#depth--
    }
  }
}

/** What ran, in the order in which it is taken back: of every command the inner ones first, the last of them first. */
function inUndoOrder(commands: readonly CommandEffect[]): readonly CommandEffect[] {
  const blocks: { readonly depth: number; readonly effects: readonly CommandEffect[] }[] = []
  for (const effect of commands) {
    const inner: (readonly CommandEffect[])[] = []
    while ((blocks.at(-1)?.depth ?? -1) > effect.depth) inner.push(blocks.pop()!.effects)
    blocks.push({ depth: effect.depth, effects: [...inner.flat(), effect] })
  }
  return blocks.toReversed().flatMap(({ effects }) => effects)
}

/** Seals effects, because inputs and payloads may hold what no log may. */
export interface EffectSeal {
  seal(effects: Effects): string
  open(sealed: string): Effects
}

/** Resolve with `get(effectSeal)`; every platform provides it. */
export const effectSeal = defineService<EffectSeal>('core.effect-seal')

/** The seal of one key. Values are kept as structured clones: dates stay dates. */
export function createEffectSeal(key: Uint8Array): EffectSeal {
  return {
    seal: (effects) => sealText(serialize(effects).toString('base64'), key),
    open: (sealed) => deserialize(Buffer.from(openText(sealed, key), 'base64')) as Effects,
  }
}

/** The statement that keeps sealed effects with their entry. */
export function keepEffects(
  { tenantId, entryId, at }: { tenantId: string; entryId: string; at: Date },
  sealed: string,
): Query {
  return {
    text: 'insert into plinth.entry_effects (tenant_id, entry_id, sealed, created_at) values ($1, $2, $3, $4)',
    values: [tenantId, entryId, sealed, at.toISOString()],
  }
}

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
interface EffectRevert {
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
  return (ctx as unknown as Derivable)[derived]({ input, result, context, rows, entryId: entry.id }) as RevertContext<
    never,
    never
  >
}

/** Makes a context of the same work with other members. */
export const derived: unique symbol = Symbol('derived')

interface Derivable {
  [derived](members: object): object
}

/** The command of an entry. Where it is no longer declared, nobody can say who may take it back. */
export function findCommand(modules: readonly Module[], id: string): Command {
  for (const { commands = [] } of modules) for (const command of commands) if (command.id === id) return command
  throw forbidden('What did this is no longer part of this platform, so that it cannot be undone or redone.')
}

/** Whether an entry of this command can be undone. */
export const isUndoable = (command: Command): boolean => whyNotUndoable(command) === null && command.logged !== false

/** Why what a command does cannot be taken back; null when it can. */
export function whyNotUndoable({ id, undoable = true }: Command): string | null {
  if (typeof undoable === 'object') return undoable.because
  return undoable ? null : `${id} cannot be undone`
}
