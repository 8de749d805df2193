import { PlatformError } from '@plinth/core'

/** A check that failed. The message summarizes the problems; `failures` holds all of them. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed'
  readonly failures: readonly string[]

  constructor(check: string, failures: readonly string[]) {
    const shown = failures.slice(0, SHOWN).map((failure) => `- ${failure.replaceAll('\n', '\n  ')}`)
    const rest = failures.length > SHOWN ? [`… and ${failures.length - SHOWN} more`] : []
    super([`${check}: ${failures.length} failures`, ...shown, ...rest].join('\n'))
    this.failures = failures
  }
}

const SHOWN = 25

/** Throws `CheckFailed` if there are failures. */
export function assertNone(check: string, failures: readonly string[]): void {
  if (failures.length > 0) throw new CheckFailed(check, failures)
}

/** Describes an error, with the answer that a client would have received. */
export function explainFailure(error: unknown): string {
  if (error instanceof PlatformError) return `${error.message} ${JSON.stringify(error.body)}`
  return error instanceof Error ? error.message : String(error)
}
