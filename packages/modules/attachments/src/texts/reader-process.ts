import type { ChildProcess } from 'node:child_process'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startConfined } from '@plinth/core/security'
import { READ, RENDER } from '../reader/task.ts'
import { foldersOf } from './readable-folders.ts'

const IS_SOURCE = import.meta.url.endsWith('.ts')

/** The program that parses: its source in development, else what was built beside this file. */
const PROGRAM = fileURLToPath(new URL(IS_SOURCE ? '../reader/index.ts' : './reader/index.js', import.meta.url))
const OWN_CODE = join(import.meta.dirname, IS_SOURCE ? '..' : '.')

type Task = typeof READ | typeof RENDER

interface ReaderProcess {
  /** Bytes that it may have. */
  readonly memory: number
  readonly stdout: 'pipe' | 'ignore'
  /** Seconds of processor time that it may take in all. Default: any number. */
  readonly cpuSeconds?: number | undefined
  /** Packages with languages of letters in pictures. */
  readonly languagePackages?: readonly string[]
}

/** What each task loads. Fonts are opened by a library of another language, which Node's permissions say nothing about. */
const PACKAGES: Readonly<Record<Task, readonly string[]>> = {
  [RENDER]: ['sharp'],
  [READ]: ['sharp', 'unpdf', 'yauzl', 'htmlparser2', 'tesseract.js'],
}

/** Starts the process in which files of strangers are parsed. Send it its task, give it the bytes, and kill it at the end. */
export const startReader = (
  task: Task,
  { stdout, languagePackages = [], ...confinement }: ReaderProcess,
): ChildProcess =>
  startConfined(PROGRAM, [task], {
    ...confinement,
    readablePaths: readableFor(task, languagePackages),
    allowsAddons: true,
    stdio: ['pipe', stdout, 'ignore', 'ipc'],
  })

const known = new Map<string, readonly string[]>()

/** Our own code and the packages that the task loads, and nothing else of this machine. */
function readableFor(task: Task, languagePackages: readonly string[]): readonly string[] {
  const packages = [...PACKAGES[task], ...languagePackages]
  const key = packages.join()
  const paths = known.get(key) ?? [OWN_CODE, findPackageJSON(import.meta.url)!, ...foldersOf(packages, PROGRAM)]
  known.set(key, paths)
  return paths
}

/** A process that needs no more closes its input. */
export function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (!['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'].includes(error.code ?? '')) throw error
}
