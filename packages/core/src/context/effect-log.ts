import { type Command, whyNotUndoable } from '../define/command.ts'
import type { PreviewedRules } from '../define/preview.ts'
import { type CommandEffect, UNDO } from '../log/effects.ts'

interface NotedCommand {
  readonly input: unknown
  readonly result: unknown
  /** As returned by `enter`. */
  readonly depth: number
}

/** Collects the effects of a transaction's commands other than row changes. */
export class EffectLog {
  readonly commands: CommandEffect[] = []
  /** The rules that ran before its commands, for previews. */
  readonly rules: PreviewedRules[] = []
  /** The first inner command that cannot be undone. */
  irreversible: { readonly commandId: string; readonly reason: string } | null = null
  #outermost: Command | undefined
  #depth = 0

  /**
   * Notes that the code of a command begins, and returns how many commands are around it. Call `leave` when it has ended,
   * whatever its outcome.
   */
  enter(command: Command): number {
    this.#outermost ??= command
    return this.#depth++
  }

  /** Records a command that has succeeded, if it has `undo` or `redo`. */
  note(command: Command, { input, result, depth }: NotedCommand): void {
    if (depth > 0) this.#noteIrreversible(command)
    if (!command.undo && !command.redo) return
    const { context = {} } = command.target?.({ input, result }) ?? {}
    this.commands.push({ commandId: command.id, depth, input, result, context })
  }

  leave(): void {
    this.#depth--
  }

  #noteIrreversible(inner: Command): void {
    const reason = whyNotUndoable(inner)
    if (reason !== null && !this.#isUndo(inner)) this.irreversible ??= { commandId: inner.id, reason }
  }

  /** An undo run by a command that itself declares that it cannot be undone needs no further reason. */
  #isUndo({ id }: Command): boolean {
    return id === UNDO && !this.#outermost!.isUndoable
  }
}
