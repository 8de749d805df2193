import { sql } from 'kysely'
import { deserialize, serialize } from 'node:v8'
import { z } from 'zod'
import type { Sql } from '../data/statements.ts'
import type { Query } from '../data/transaction.ts'
import type { Command, RevertContext, RevertedRow } from '../define/command.ts'
import type { Context } from '../define/context.ts'
import { defineJob, type JobOptions } from '../define/job.ts'
import type { Module } from '../define/module.ts'
import { badInput, forbidden } from '../errors.ts'
import { decryptText, encryptText } from '../security/tokens.ts'
import type { LoggedEntry } from './undo.ts'

/** A command that ran under an entry, as its `undo` and `redo` receive it. */
export interface CommandEffect {
  readonly commandId: string
  /** How many commands it ran inside of. */
  readonly depth: number
  readonly input: unknown
  readonly result: unknown
  readonly context: Readonly<Record<string, unknown>>
}

/** A job that an entry queued; a delivery to a durable subscriber is one too. */
export interface QueuedJob {
  readonly jobId: string
  readonly payload: unknown
  readonly options: JobOptions
  readonly isDelivery: boolean
}

/** What an entry did outside its rows. */
export interface EntryEffects {
  /** In the order in which they ended: inner ones before those that ran them. */
  readonly commands: readonly CommandEffect[]
  readonly jobs: readonly QueuedJob[]
}

/** The id of the command that is `ctx.undo`. */
export const UNDO = 'core.undo'

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

/** Encrypts effects, because inputs and payloads may hold what no log may. */
export interface EffectCipher {
  encrypt(effects: EntryEffects): string
  decrypt(sealed: string): EntryEffects
}

/** The cipher of one key. Values are kept as structured clones: dates stay dates. */
export function createEffectCipher(key: Uint8Array): EffectCipher {
  return {
    encrypt: (effects) => encryptText(serialize(effects).toString('base64'), key),
    decrypt: (sealed) => deserialize(Buffer.from(decryptText(sealed, key), 'base64')) as EntryEffects,
  }
}

/** The statement that stores encrypted effects with their entry. */
export function storeEffects(
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
  { tenantId, entryId, decrypt }: { tenantId: string; entryId: string; decrypt: (sealed: string) => EntryEffects },
): Promise<EntryEffects | null> {
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
  return decrypt(found.sealed)
}

/** A command as it ran, for its `undo` and `redo`. */
export type RevertedCommand = Omit<RevertContext<unknown, unknown>, keyof Context>

/** What reverting the effects of an entry needs to know. */
interface EffectRevert {
  readonly entry: LoggedEntry
  readonly effects: EntryEffects
  readonly rows: readonly RevertedRow[]
  readonly modules: readonly Module[]
  /** What a hook of a command receives. */
  readonly contextOf: (ran: RevertedCommand) => RevertContext<never, never>
}

/** Takes back what the commands of an entry did outside the database, the innermost last one first. */
export async function undoEffects({ entry, effects, rows, modules, contextOf }: EffectRevert) {
  const ofBefore = rows.map((row) => ({ ...row, before: row.after, after: row.before }))
  for (const effect of inUndoOrder(effects.commands))
    await findCommand(modules, effect.commandId).undo?.(
      contextOf({ ...toRevertedCommand(effect), rows: ofBefore, entryId: entry.id }),
    )
}

const toRevertedCommand = ({ input, result, context }: CommandEffect) => ({ input, result, context })

/** Does them again in their order, and queues again what was queued. */
export async function redoEffects(
  { enqueue }: Pick<Context, 'enqueue'>,
  { entry, effects, rows, modules, contextOf }: EffectRevert,
) {
  for (const effect of effects.commands)
    await findCommand(modules, effect.commandId).redo?.(
      contextOf({ ...toRevertedCommand(effect), rows, entryId: entry.id }),
    )
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
    enqueue(defineJob({ id: jobId, payload: z.unknown(), run: () => undefined }), again, options)
  }
}

/** The command of an entry. Throws where it is no longer declared: then its access is unknown. */
export function findCommand(modules: readonly Module[], id: string): Command {
  for (const { commands = [] } of modules) for (const command of commands) if (command.id === id) return command
  throw forbidden('What did this is no longer part of this platform, so that it cannot be undone or redone.')
}
