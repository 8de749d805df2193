import type { CommandCall } from '../context/runtime.ts'
import type { RequestState } from '../context/unit-of-work.ts'
import type { Command } from '../define/command.ts'
import type { CustomRecord } from '../define/extensible.ts'
import type { CommandCommit, CompletedCommand } from './commit.ts'

/**
 * Code around commands, such as customers' rules, custom fields and previews. The platform composes interceptors; the first one
 * is the outermost. Each calls `next` at most once, or throws to reject the command.
 */
export interface CommandInterceptor {
  /** Around an outermost command with all its attempts, before its transaction begins. May pass on a different call. */
  readonly aroundCall?: (called: OutermostCall, next: CallWork) => Promise<unknown>
  /** Around the code of every command, inner ones included. May pass on a different input. */
  readonly aroundCode?: (running: RunningCode, next: CodeWork) => Promise<CommandOutcome>
  /** Around the commit of an outermost command; returns null if it has rolled the transaction back instead. */
  readonly aroundCommit?: (done: CompletedWork, next: CommitWork) => Promise<CommandCommit | null>
}

/** A command that is about to run in its own transaction. */
export interface OutermostCall {
  /** The unit of work that runs it. */
  readonly outer: RequestState
  readonly command: Command
  readonly call: CommandCall
}

/** A command whose code is about to run, inside the transaction. */
export interface RunningCode {
  readonly state: RequestState
  readonly command: Command
  readonly input: CommandInput
}

/** An outermost command that has run, in a transaction that is still open. */
export interface CompletedWork extends CompletedCommand {
  readonly state: RequestState
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

/** All interceptors as one. */
export interface Interceptors {
  aroundCall(called: OutermostCall, work: CallWork): Promise<unknown>
  aroundCode(running: RunningCode, work: CodeWork): Promise<CommandOutcome>
  aroundCommit(done: CompletedWork, work: CommitWork): Promise<CommandCommit | null>
}

export function composeInterceptors(interceptors: readonly CommandInterceptor[]): Interceptors {
  const calls = interceptors.flatMap(({ aroundCall = [] }) => aroundCall).toReversed()
  const codes = interceptors.flatMap(({ aroundCode = [] }) => aroundCode).toReversed()
  const commits = interceptors.flatMap(({ aroundCommit = [] }) => aroundCommit).toReversed()
  return {
    aroundCall: (called, work) =>
      calls.reduce<CallWork>((next, around) => (call) => around({ ...called, call }, next), work)(called.call),
    aroundCode: (running, work) =>
      codes.reduce<CodeWork>((next, around) => (input) => around({ ...running, input }, next), work)(running.input),
    aroundCommit: (done, work) => commits.reduce<CommitWork>((next, around) => () => around(done, next), work)(),
  }
}

type CallWork = (call: CommandCall) => Promise<unknown>
export type CodeWork = (input: CommandInput) => Promise<CommandOutcome>
type CommitWork = () => Promise<CommandCommit | null>
