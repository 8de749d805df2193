import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startConfined } from '@plinth/core/security'
import type { DRAW, READ } from '../reader/task.ts'

/** The program that parses: its source in development, else what was built beside this file. */
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../reader/index.ts' : './reader/index.js', import.meta.url),
)

interface ReaderProcess {
  /** Bytes that it may have. */
  readonly memory: number
  readonly stdout: 'pipe' | 'ignore'
}

/** Starts the process in which files of strangers are parsed. Send it its task, give it the bytes, and kill it at the end. */
export const startReader = (task: typeof READ | typeof DRAW, { memory, stdout }: ReaderProcess): ChildProcess =>
  startConfined(PROGRAM, [task], {
    memory,
    // Fonts and languages are where their packages have them.
    readablePaths: ['*'],
    allowsAddons: true,
    stdio: ['pipe', stdout, 'ignore', 'ipc'],
  })

/** A process that needs no more closes its input. */
export function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (!['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'].includes(error.code ?? '')) throw error
}
