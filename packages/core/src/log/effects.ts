import { sql } from 'kysely'
import { deserialize, serialize } from 'node:v8'
import { z } from 'zod'
import type { Sql } from '../data/query/sql.ts'
import type { Query } from '../data/connection/transaction.ts'
import type { Command, RevertContext, RevertedRow } from '../define/command.ts'
import type { Context } from '../define/context.ts'
import { defineJob, type JobOptions } from '../define/job.ts'
import type { Module } from '../define/module.ts'
import { badInput, forbidden } from '../errors.ts'
import type { KeyRing } from '../security/key-ring.ts'
import type { LoggedEntry } from './entries.ts'

/** A command that ran under an entry, as its `undo` and `redo` receive it. */
export interface CommandEffect {
  readonly commandId: string
  /** Nesting depth of the command. */
  readonly depth: number
  readonly input: unknown
  readonly result: unknown
  readonly context: Readonly<Record<string, unknown>>
}

/** A job queued by an entry; deliveries to durable subscribers are jobs too. */
export interface QueuedJob {
  readonly jobId: string
  readonly payload: unknown
  readonly options: JobOptions
  readonly isDelivery: boolean
  /** Whether a redo leaves it out. */
  readonly isOnce?: boolean
}

/** The effects of an entry other than row changes. */
export interface EntryEffects {
  /** In the order in which they ended: inner commands before those that ran them. */
  readonly commands: readonly CommandEffect[]
  readonly jobs: readonly QueuedJob[]
}

/** The id of the command behind `ctx.undo`. */
export const UNDO = 'core.undo'

/**
 * The commands in the order in which they are undone: the last command first, but each one only after the commands that it ran.
 */
function inUndoOrder(commands: readonly CommandEffect[]): readonly CommandEffect[] {
  const blocks: { readonly depth: number; readonly effects: readonly CommandEffect[] }[] = []
  for (const effect of commands) {
    const inner: (readonly CommandEffect[])[] = []
    while ((blocks.at(-1)?.depth ?? -1) > effect.depth) inner.push(blocks.pop()!.effects)
    blocks.push({ depth: effect.depth, effects: [...inner.flat(), effect] })
  }
  return blocks.toReversed().flatMap(({ effects }) => effects)
}

/** Encrypts effects, because inputs and payloads can contain what must not be logged. */
export interface EffectCipher {
  encrypt(effects: EntryEffects): string
  decrypt(sealed: string): EntryEffects
}

/** The cipher of a platform. Values are serialized as structured clones, so dates stay dates. */
export function createEffectCipher(ring: Pick<KeyRing, 'encrypt' | 'decrypt'>): EffectCipher {
  return {
    encrypt: (effects) => ring.encrypt(EFFECTS, serialize(effects).toString('base64')),
    decrypt: (sealed) => deserialize(Buffer.from(ring.decrypt(EFFECTS, sealed), 'base64')) as EntryEffects,
  }
}

/** The purpose of the keys that encrypt effects. */
export const EFFECTS = 'core.effects'

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

/** The entry, what it has redone, and so on, in this order. */
const origin = ({
  tenantId,
  entryId,
}: {
  readonly tenantId: string
  readonly entryId: string
}) => sql`origin (id, place) as (
      select ${entryId}::uuid, 0
      union all
      select t.source_id, place + 1 from origin o join plinth.turns t
        on t.tenant_id = ${tenantId} and t.entry_id = o.id and t.kind = 'redo'
    )`

/** The entry of the action behind an entry: that which a redo has repeated. `db` needs the platform's authority. */
export async function findOrigin(
  db: Sql,
  entry: { readonly tenantId: string; readonly entryId: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with recursive ${origin(entry)} select id from origin order by place desc limit 1`.execute(db)
  return rows[0]!.id
}

/**
 * The effects of the action behind an entry; the entry of a redo repeats those of the action that it redid. Null if there are
 * none. `db` needs the platform's authority.
 */
export async function loadEffects(
  db: Sql,
  { tenantId, entryId, decrypt }: { tenantId: string; entryId: string; decrypt: (sealed: string) => EntryEffects },
): Promise<EntryEffects | null> {
  const { rows } = await sql<{ sealed: string | null }>`
    with recursive ${origin({ tenantId, entryId })}
    select e.sealed from origin o join plinth.entry_effects e on e.tenant_id = ${tenantId} and e.entry_id = o.id
    limit 1`.execute(db)
  const found = rows[0]
  if (!found) return null
  if (found.sealed === null) throw badInput('The data that this action changed is no longer stored')
  return decrypt(found.sealed)
}

/** A command as it ran, for its `undo` and `redo`. */
export type RevertedCommand = Omit<RevertContext<unknown, unknown>, keyof Context>

/** What is needed to revert the effects of an entry. */
interface EffectRevert {
  readonly entry: LoggedEntry
  readonly effects: EntryEffects
  readonly rows: readonly RevertedRow[]
  readonly modules: readonly Module[]
  /** The context passed to a command's hook. */
  readonly contextOf: (ran: RevertedCommand) => RevertContext<never, never>
}

/** Reverses the effects of an entry's commands outside the database, in the order of `inUndoOrder`. */
export async function undoEffects({ entry, effects, rows, modules, contextOf }: EffectRevert) {
  const ofBefore = rows.map((row) => ({ ...row, before: row.after, after: row.before }))
  for (const effect of inUndoOrder(effects.commands))
    await findCommand(modules, effect.commandId).undo?.(
      contextOf({ ...toRevertedCommand(effect), rows: ofBefore, entryId: entry.id }),
    )
}

const toRevertedCommand = ({ input, result, context }: CommandEffect) => ({ input, result, context })

/** Repeats the effects in their original order, and queues jobs and deliveries again. */
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

/** The command of an entry. Throws if it is no longer declared, because the access that it requires is then unknown. */
export function findCommand(modules: readonly Module[], id: string): Command {
  for (const { commands = [] } of modules) for (const command of commands) if (command.id === id) return command
  throw forbidden(
    'This cannot be undone or redone, because the command that performed it is no longer part of this platform.',
  )
}
