/** Where a campaign says how far it is, and what went wrong. */
export interface Reporter {
  readonly faults: readonly string[]
  tell(text: string): void
  /** Said at once, and counted. */
  fault(text: string): void
}

/** Prints everything as it happens, with its time. */
export function createReporter(name: string): Reporter {
  const faults: string[] = []
  const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${name}: ${text}`)
  return {
    faults,
    tell: say,
    fault(text) {
      faults.push(text)
      say(`FAULT ${text}`)
    },
  }
}
