import { serialize, deserialize } from 'node:v8'
import type { Query } from '../data/unit.ts'
import { type Command, whyNotUndoable } from '../define/command.ts'
import { defineService } from '../define/service.ts'
import type { JobOptions } from '../define/job.ts'
import type { PreviewedRules } from '../define/preview.ts'
import { openText, sealText } from '../security/sealed-text.ts'

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
export function inUndoOrder(commands: readonly CommandEffect[]): readonly CommandEffect[] {
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
