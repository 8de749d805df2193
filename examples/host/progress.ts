import { isFirst } from './worker.ts'

/** Says what takes a while. */
export function progress(message: string): void {
  if (!isFirst) return
  process.stderr.write(`  ${message} …\n`)
}
