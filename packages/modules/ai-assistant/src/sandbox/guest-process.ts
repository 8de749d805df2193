import type { ChildProcess } from 'node:child_process'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MIB, startConfined } from '@plinth/core'
import { FrameReader, type HostFrame, RUN, toFrameLine } from './frames.ts'
import { GuestFrame } from './guest-frame.ts'

/** The program that runs code: its source in development, otherwise the bundle next to this file. */
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './program/index.ts' : './sandbox/program/index.js', import.meta.url),
)

/** Memory for Node itself, the previous run's engine, and text in transit. */
const OVERHEAD = 192 * MIB

const FLAGS = ['--stack-size=3900', '--disallow-code-generation-from-strings', '--expose-gc', '--no-warnings']

/** Maximum characters of a line from the process. */
const MAX_GUEST_LINE = 8 * MIB

type Listener = (frame: GuestFrame | undefined) => void

/** A process that runs code of a single owner, one run at a time. */
export class GuestProcess {
  /** The owner whose code it runs or has run. */
  owner: string | undefined
  /** The tenant whose slot it uses while it works. */
  tenantId: string | undefined
  /** Number of runs so far. */
  runs = 0
  /** True once the process has exited, for whatever reason. */
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
        // Our program would not send this.
        this.kill()
      }
    })
    this.#child.once('close', () => this.#take(undefined))
  }

  /** Whether a fresh engine is ready, possibly later; false once the process has exited. */
  whenReady(): boolean | Promise<boolean> {
    return this.hasEnded ? false : (this.#whenReady?.promise ?? true)
  }

  get isReady(): boolean {
    return !this.hasEnded && this.#whenReady === undefined
  }

  /** Sets the listener for its messages; its exit is reported as undefined. */
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

  /** Keeps the event loop alive only while a run is awaited. */
  #hold(): void {
    const isAwaited = this.#listener !== undefined || this.#whenReady !== undefined
    const { stdin, stdout } = this.#child
    for (const part of [this.#child, stdin, stdout] as { ref?(): void; unref?(): void }[])
      if (isAwaited) part.ref?.()
      else part.unref?.()
  }
}

/** The folders of the engine's packages. One is a dependency of another and may be resolvable only from there. */
function engineFolders(): readonly string[] {
  const core = folderOf('quickjs-emscripten-core', import.meta.filename)
  const types = folderOf('@jitl/quickjs-ffi-types', join(core, 'package.json'))
  return [core, types, folderOf('@jitl/quickjs-wasmfile-release-sync', import.meta.filename)]
}

function folderOf(name: string, from: string): string {
  return dirname(findPackageJSON(name, from)!)
}
