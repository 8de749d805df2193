import { startConfined } from '@plinth/core'
import type { ChildProcess } from 'node:child_process'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { READ, RENDER, ROWS } from './task.ts'
import { foldersOf } from './readable-folders.ts'

const IS_SOURCE = import.meta.url.endsWith('.ts')

/** The parser program: its source in development, otherwise the bundle next to this file. */
const PROGRAM = fileURLToPath(new URL(IS_SOURCE ? './index.ts' : './reader/index.js', import.meta.url))
const OWN_CODE = join(import.meta.dirname, IS_SOURCE ? '..' : '.')

type Task = typeof READ | typeof RENDER | typeof ROWS

interface ReaderProcess {
  /** Memory limit in bytes. */
  readonly memory: number
  readonly stdout: 'pipe' | 'ignore'
  /** Maximum total CPU seconds. Default: no limit. */
  readonly cpuSeconds?: number | undefined
  /** Whether it yields the CPU to all other processes. */
  readonly isPatient?: boolean
  /** Packages with OCR language data. */
  readonly languagePackages?: readonly string[]
}

/** Packages loaded by each task. Fonts are opened by a native library, to which Node's permissions do not apply. */
const PACKAGES: Readonly<Record<Task, readonly string[]>> = {
  [RENDER]: ['sharp'],
  [ROWS]: ['yauzl', 'htmlparser2', 'csv-parse'],
  [READ]: ['sharp', 'unpdf', 'yauzl', 'htmlparser2', 'postal-mime', 'tesseract.js'],
}

/** Starts a process that parses untrusted files. Send it its task and the bytes, and kill it at the end. */
export const startReader = (
  task: Task,
  { stdout, languagePackages = [], ...confinement }: ReaderProcess,
): ChildProcess =>
  startConfined(PROGRAM, [task], {
    ...confinement,
    readablePaths: readableFor(task, languagePackages),
    allowsAddons: true,
    // Files are read as streams, so almost nothing survives: 5 MiB less for a DOCX of 10 MB, in the same time.
    flags: ['--max-semi-space-size=1'],
    stdio: ['pipe', stdout, 'ignore', 'ipc'],
  })

const known = new Map<string, readonly string[]>()

/** Allows reading our own code and the packages of the task, nothing else. */
function readableFor(task: Task, languagePackages: readonly string[]): readonly string[] {
  const packages = [...PACKAGES[task], ...languagePackages]
  const key = packages.join()
  const paths = known.get(key) ?? [OWN_CODE, findPackageJSON(import.meta.url)!, ...foldersOf(packages, PROGRAM)]
  known.set(key, paths)
  return paths
}

/** Ignores write errors after a process has closed its input. */
export function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (!['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'].includes(error.code ?? '')) throw error
}
