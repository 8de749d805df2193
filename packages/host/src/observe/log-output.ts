import type { DestinationStream } from 'pino'
import type { Env } from '../env/env.ts'
import { toReadableLine } from './readable-line.ts'

/** Where the lines of a log go. */
export interface LogOutput extends DestinationStream {
  /** Writes what has waited, and from then on each line at once. */
  release(): void
}

type Mode = Pick<Env, 'NODE_ENV'>

/** Text instead of JSON, for somebody who develops in a terminal; otherwise undefined. */
export function toTerminal({ NODE_ENV }: Mode): DestinationStream | undefined {
  if (NODE_ENV === 'production' || !process.stdout.isTTY) return undefined
  return { write: (line) => void process.stdout.write(toReadableLine(line)) }
}

/**
 * Standard output, where lines wait for `release`, so that they do not stand between what the start itself tells people. In
 * production, undefined: each line is written at once.
 */
export function openLogOutput(mode: Mode): LogOutput | undefined {
  if (mode.NODE_ENV === 'production') return undefined
  const output = toTerminal(mode) ?? process.stdout
  let waiting: string[] | undefined = []
  const release = () => {
    for (const line of waiting ?? []) output.write(line)
    waiting = undefined
  }
  process.once('exit', release)
  return { write: (line) => void (waiting ? waiting.push(line) : output.write(line)), release }
}
