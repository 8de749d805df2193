import { RequestContext } from '../context/context.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import type { CommandContext } from '../define/command.ts'
import type { Context } from '../define/context.ts'
import { SerialQueue } from '../fairness/serial-queue.ts'

/** The context of a command, which can write. */
export class CommandRequestContext extends RequestContext implements CommandContext<never> {
  readonly entryId: string
  readonly input: never
  readonly #state: UnitOfWork
  #innerCommands: SerialQueue | undefined

  constructor(state: UnitOfWork, input: never) {
    super(state)
    this.#state = state
    this.entryId = state.command!.entryId
    this.input = input
  }

  /** Runs inner commands one at a time, so that their writes can be attributed to the right one. */
  override get run(): Context['run'] {
    const run = super.run
    return (command, input, options) => this.#one(() => run(command, input, options))
  }

  get runAll(): CommandContext['runAll'] {
    const state = this.#state
    return (command, inputs, { custom = [] } = {}) => {
      const calls = inputs.map((input, index) => ({ input, ...(custom[index] && { custom: custom[index] }) }))
      return this.#one(() => state.runtime.executeAll(state, command, calls)) as Promise<never>
    }
  }

  #one<T>(work: () => Promise<T>): Promise<T> {
    return (this.#innerCommands ??= new SerialQueue()).run(work)
  }
}
