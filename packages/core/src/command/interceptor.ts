import type { CommandCall } from '../context/runtime.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import type { Command } from '../define/command.ts'
import type { CustomRecord } from '../define/extensible.ts'
import type { CommandCommit, CompletedCommand } from './commit.ts'

/** Adds behavior to commands, such as customers' rules, custom fields and previews. */
export interface CommandInterceptor {
  /**
   * Returns what the interceptor does around a command, or undefined if it takes no part in it. Throws to reject the command.
   * What is defined after that, such as the first rule of an entity, does not apply to this command.
   *
   * Called once for all attempts of an outermost command, before its transaction begins. For an inner command, called in the
   * transaction.
   */
  readonly join: (called: CalledCommand) => CommandHooks | undefined | Promise<CommandHooks | undefined>
}

/** What an interceptor does around one command. Each hook calls `next` at most once, or throws to reject the command. */
export interface CommandHooks {
  /** Values of custom fields for the row that the command writes. */
  readonly custom?: CustomRecord | undefined
  /** Around all attempts of an outermost command. */
  readonly call?: (next: CallWork) => Promise<unknown>
  /** Around the code. May pass on a different input. */
  readonly code?: (running: RunningCode, next: CodeWork) => Promise<CommandOutcome>
  /**
   * The same around a command that runs for several inputs at once. An interceptor with `code` and without this lets them run one after
   * another.
   */
  readonly codeAll?: (running: RunningCodes, next: CodesWork) => Promise<readonly CommandOutcome[]>
  /** Around the commit of an outermost command. Returns null if it has rolled the transaction back instead. */
  readonly commit?: (done: CompletedWork, next: CommitWork) => Promise<CommandCommit | null>
}

/** A command that has been called, with an input that has not been parsed yet. */
export interface CalledCommand {
  /** The unit of work that runs it: for an inner command, that of its transaction. */
  readonly state: UnitOfWork
  readonly command: Command
  readonly call: CommandCall
  readonly isOutermost: boolean
}

/** A command whose code is about to run, inside the transaction. */
export interface RunningCode {
  readonly state: UnitOfWork
  readonly command: Command
  readonly input: CommandInput
}

/** A command that is about to run for several inputs. */
export interface RunningCodes extends Omit<RunningCode, 'input'> {
  readonly inputs: readonly CommandInput[]
}

/** An outermost command that has run, in a transaction that is still open. */
export interface CompletedWork extends CompletedCommand {
  readonly state: UnitOfWork
  readonly input: unknown
}

/** An input as received, and as parsed by its schema. */
export interface CommandInput {
  readonly raw: unknown
  readonly parsed: unknown
  /** Values of custom fields for the row that the command writes. */
  readonly custom?: CustomRecord | undefined
}

/** The result of a command, and its input, which interceptors may have changed. */
export interface CommandOutcome {
  readonly input: unknown
  readonly result: unknown
}

/** What all interceptors together do around one command. */
export interface Around {
  readonly custom: CustomRecord | undefined
  code(running: RunningCode, work: CodeWork): Promise<CommandOutcome>
  commit(done: CompletedWork, work: CommitWork): Promise<CommandCommit | null>
}

/**
 * Asks every interceptor whether it takes part in a command, and runs `work` with what they do around it. The first one is the
 * outermost: its `call` hook also encloses the joining of those after it.
 */
export async function joinInterceptors(
  [next, ...others]: readonly CommandInterceptor[],
  { called, joined = [] }: { readonly called: CalledCommand; readonly joined?: readonly CommandHooks[] },
  work: (around: Around) => Promise<unknown>,
): Promise<unknown> {
  if (!next) return work(toAround(joined))
  const hooks = await next.join(called)
  const goOn = () => joinInterceptors(others, { called, joined: hooks ? [hooks, ...joined] : joined }, work)
  return hooks?.call ? hooks.call(goOn) : goOn()
}

/** The hooks of the interceptors that take part, the innermost first. */
const toAround = (joined: readonly CommandHooks[]): Around => ({
  custom: joined.find(({ custom }) => custom)?.custom,
  code: (running, work) =>
    joined.reduce<CodeWork>(
      (next, { code }) => (code ? (input) => code({ ...running, input }, next) : next),
      work,
    )(running.input),
  commit: (done, work) => joined.reduce((next, { commit }) => (commit ? () => commit(done, next) : next), work)(),
})

/** Hooks of an interceptor that does the same around one input as around several. */
export const aroundEach = (codeAll: CommandHooks['codeAll'] & {}): Pick<CommandHooks, 'code' | 'codeAll'> => ({
  codeAll,
  async code({ input, ...running }, next) {
    const [outcome] = await codeAll({ ...running, inputs: [input] }, async ([one]) => [await next(one!)])
    return outcome!
  },
})

type CallWork = () => Promise<unknown>
export type CodeWork = (input: CommandInput) => Promise<CommandOutcome>
export type CodesWork = (inputs: readonly CommandInput[]) => Promise<readonly CommandOutcome[]>
type CommitWork = () => Promise<CommandCommit | null>
