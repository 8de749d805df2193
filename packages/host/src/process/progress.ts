import { isFirst } from './worker.ts'

/** Reports a step that takes a while. */
export function progress(message: string): void {
  if (!isFirst) return
  process.stderr.write(`  ${message} …\n`)
}
