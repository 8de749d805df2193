import type { Readable, Writable } from 'node:stream'

/** Where a command is called from. */
export interface Terminal {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The working directory. */
  readonly folder: string
  readonly input: Readable
  readonly output: Writable
  readonly errors: Writable
}

/** A mistake in the command line or in `plinth.config.ts`: reported as one sentence, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A failure that the user can do something about: reported as one sentence, with exit code 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

/** Writes one line of the result. */
export const print = ({ output }: Pick<Terminal, 'output'>, line: string): void => void output.write(`${line}\n`)

/** Writes one line that does not belong to the result. */
export const note = ({ errors }: Pick<Terminal, 'errors'>, line: string): void => void errors.write(`${line}\n`)

/** Writes the result as JSON. */
export const printJson = (terminal: Pick<Terminal, 'output'>, value: unknown): void =>
  print(terminal, JSON.stringify(value, null, 2))
