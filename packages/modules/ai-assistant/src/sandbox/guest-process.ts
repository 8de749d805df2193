import type { ChildProcess } from 'node:child_process'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MIB } from '@plinth/core'
import { startConfined } from '@plinth/core/security'
import { FrameReader, type HostFrame, RUN, toFrameLine } from './frames.ts'
import { GuestFrame } from './guest-frame.ts'

/** The program that runs code: its source in development, else what was built beside this file. */
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './program/index.ts' : './sandbox/program/index.js', import.meta.url),
)

/** What Node itself takes, the engine of the run before and the texts that pass through. */
const OVERHEAD = 192 * MIB

const FLAGS = ['--stack-size=3900', '--disallow-code-generation-from-strings', '--expose-gc', '--no-warnings']

/** Characters of the longest line that a process may say. */
const MAX_GUEST_LINE = 8 * MIB

type Listener = (frame: GuestFrame | undefined) => void

/** A process that runs code, one run at a time, all of one owner. */
export class GuestProcess {
  /** Whose code it runs or has run. */
  owner: string | undefined
  /** Whose place it takes while it works. */
  tenantId: string | undefined
  /** Runs so far. */
  runs = 0
  /** True when the process has ended, whoever ended it. */
  hasEnded = false
  readonly #child: ChildProcess
  #listener: Listener | undefined
  #whenReady: PromiseWithResolvers<boolean> | undefined = Promise.withResolvers()

  constructor(memory: number) {
    const readablePaths = [import.meta.dirname, findPackageJSON(import.meta.url)!, ...engineFolders()]
    this.#child = startConfined(PROGRAM, [RUN, String(memory)], {
      memory: memory + OVERHEAD,
      readablePaths,
      flags: FLAGS,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const reader = new FrameReader(MAX_GUEST_LINE, (frame) => this.#take(GuestFrame.parse(frame)))
    this.#child.stdout!.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk)
      } catch {
        // It does not speak as our program does.
        this.kill()
      }
    })
    this.#child.once('close', () => this.#take(undefined))
  }

  /** True now, or when it is known, if an engine without history waits; false when the process has ended. */
  whenReady(): boolean | Promise<boolean> {
    return this.hasEnded ? false : (this.#whenReady?.promise ?? true)
  }

  get isReady(): boolean {
    return !this.hasEnded && this.#whenReady === undefined
  }

  /** Who hears what it says, and its end as undefined. */
  listen(listener: Listener | undefined): void {
    this.#listener = listener
    this.#hold()
    if (this.hasEnded) listener?.(undefined)
  }

  send(frame: HostFrame): void {
    if (frame.kind === 'run') {
      this.runs++
      this.#whenReady = Promise.withResolvers()
    }
    this.#child.stdin!.write(toFrameLine(frame))
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #take(frame: GuestFrame | undefined): void {
    if (frame === undefined || frame.kind === 'ready') {
      this.hasEnded = frame === undefined
      this.#whenReady?.resolve(!this.hasEnded)
      this.#whenReady = undefined
      this.#hold()
    }
    this.#listener?.(frame)
  }

  /** A process that nobody waits for keeps no host alive. */
  #hold(): void {
    const isAwaited = this.#listener !== undefined || this.#whenReady !== undefined
    const { stdin, stdout } = this.#child
    for (const part of [this.#child, stdin, stdout] as { ref?(): void; unref?(): void }[])
      if (isAwaited) part.ref?.()
      else part.unref?.()
  }
}

/** Where the packages of the engine are; one of them is a dependency of another, and may be found from there only. */
function engineFolders(): readonly string[] {
  const core = folderOf('quickjs-emscripten-core', import.meta.filename)
  const types = folderOf('@jitl/quickjs-ffi-types', join(core, 'package.json'))
  return [core, types, folderOf('@jitl/quickjs-wasmfile-release-sync', import.meta.filename)]
}

function folderOf(name: string, from: string): string {
  return dirname(findPackageJSON(name, from)!)
}
