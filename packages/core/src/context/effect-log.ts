import { type Command, whyNotUndoable } from '../define/command.ts'
import type { PreviewedRules } from '../define/preview.ts'
import { type CommandEffect, UNDO } from '../log/effects.ts'

interface RanCommand {
  readonly input: unknown
  readonly result: unknown
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
  readonly #checked = new Set<string>()

  /** Runs the code of a command, inside that of others or of none, and records it if it succeeds. */
  async around<T extends RanCommand>(command: Command, code: () => Promise<T>): Promise<T> {
    const [outcome] = await this.aroundAll(command, async () => [await code()])
    return outcome!
  }

  /** The same for code that runs a command for several inputs: each of them is undone by itself. */
  async aroundAll<T extends RanCommand>(command: Command, code: () => Promise<readonly T[]>): Promise<readonly T[]> {
    this.#outermost ??= command
    const depth = this.#depth++
    try {
      const outcomes = await code()
      for (const outcome of outcomes) this.#note(command, { ...outcome, depth })
      return outcomes
    } finally {
      this.#depth--
    }
  }

  /** Records a command that has succeeded, if it has `undo` or `redo`, or checks that the outermost one lacks. */
  #note(command: Command, { input, result, depth }: RanCommand & { readonly depth: number }): void {
    if (depth > 0) this.#noteIrreversible(command)
    if (!command.undo && !command.redo) return this.#noteCheck(command, depth)
    const { context = {} } = command.target?.({ input, result }) ?? {}
    this.commands.push({ commandId: command.id, depth, input, result, context })
  }

  /** The check of a command does not depend on its input, so it is recorded once. */
  #noteCheck({ id, beforeRevert }: Command, depth: number): void {
    if (!beforeRevert || this.#outermost!.beforeRevert || this.#checked.has(id)) return
    this.#checked.add(id)
    this.commands.push({ commandId: id, depth, input: undefined, result: undefined, context: {} })
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
