import type { ChildProcess } from 'node:child_process'
import { RENDER, type RenderEnd, type RenderTask, type RenderUsage } from '../reader/task.ts'
import { startReader } from '../reader/reader-process.ts'
import type { Rendition } from '../reader/rendition.ts'

/** Limits of one rendering process. */
export interface RenderLimits {
  /** Bytes. */
  readonly memory: number
  /** CPU seconds per image. */
  readonly cpuSeconds: number
  /** Whether it yields the CPU to all other processes. */
  readonly isPatient: boolean
}

/** The outcome: `overrun` if the image exceeded the time limit, `oversized` if it exceeded the memory limit. */
export type Rendered =
  | { readonly kind: 'rendered'; readonly bytes: Buffer; readonly mimeType: string; readonly cpuSeconds: number }
  | { readonly kind: 'costly'; readonly cost: number; readonly cpuSeconds: number }
  | { readonly kind: 'failed'; readonly message: string; readonly isTooLarge: boolean; readonly cpuSeconds: number }
  | { readonly kind: 'overrun' | 'oversized'; readonly cpuSeconds: number }

interface Work {
  readonly source: Buffer
  readonly rendition: Rendition
  /** CPU seconds. An image that is expected to take more is not started. Default: no limit. */
  readonly maxCost?: number | undefined
}

/**
 * Wall-clock timeout in seconds for a stuck process. It is generous because a loaded machine takes several times the CPU time.
 */
const wallSeconds = (cpuSeconds: number) => 30 + 8 * cpuSeconds

/** A process that renders one image after another. A crash or timeout affects this process only. */
export class RenderProcess {
  /** True once the process has exited, for whatever reason. */
  hasEnded = false
  /** Memory of the process after its last image, in bytes. */
  memory = 0
  readonly #child: ChildProcess
  readonly #limits: RenderLimits
  #pieces: Buffer[] = []
  #length = 0
  #isLate = false
  #end: RenderEnd | undefined
  #done: ((rendered: Rendered) => void) | undefined

  constructor(limits: RenderLimits) {
    this.#limits = limits
    this.#child = startReader(RENDER, { memory: limits.memory, isPatient: limits.isPatient, stdout: 'pipe' })
    this.#child.stdout!.on('data', (piece: Buffer) => {
      this.#pieces.push(piece)
      this.#length += piece.length
      this.#check()
    })
    this.#child.on('message', (end: RenderEnd) => {
      this.#end = end
      this.#check()
    })
    this.#child.once('close', (_code, signal) => {
      this.hasEnded = true
      const { cpuSeconds } = this.#limits
      this.#finish({ kind: signal === 'SIGTERM' || this.#isLate ? 'overrun' : 'oversized', cpuSeconds })
    })
    this.#hold(false)
  }

  async render({ source, rendition, maxCost }: Work): Promise<Rendered> {
    const { cpuSeconds } = this.#limits
    const task: RenderTask = { rendition, length: source.length, maxCost, cpuSeconds }
    this.#hold(true)
    const wall = setTimeout(
      () => {
        this.#isLate = true
        this.kill()
      },
      wallSeconds(cpuSeconds) * 1000,
    )
    try {
      return await new Promise<Rendered>((resolve) => {
        this.#done = resolve
        if (this.hasEnded) return this.#finish({ kind: 'oversized', cpuSeconds: 0 })
        this.#child.send(task, () => {})
        this.#child.stdin!.write(source)
      })
    } finally {
      clearTimeout(wall)
      this.#hold(false)
    }
  }

  kill(): void {
    this.hasEnded = true
    this.#child.kill('SIGKILL')
  }

  /** The result message and the bytes arrive on separate channels. */
  #check(): void {
    const end = this.#end
    if (!end || (end.kind === 'rendered' && this.#length < end.length)) return
    const bytes = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#length = 0
    this.#end = undefined
    this.memory = end.usage.memory
    this.#finish(toRendered(end, bytes))
  }

  #finish(rendered: Rendered): void {
    this.#done?.(rendered)
    this.#done = undefined
  }

  /** Keeps the event loop alive only while a result is awaited. */
  #hold(isAwaited: boolean): void {
    const { stdin, stdout, channel } = this.#child
    for (const part of [this.#child, channel, stdin, stdout] as ({ ref?(): void; unref?(): void } | null)[])
      if (isAwaited) part?.ref?.()
      else part?.unref?.()
  }
}

function toRendered(end: RenderEnd, bytes: Buffer): Rendered {
  const { cpuSeconds }: RenderUsage = end.usage
  if (end.kind === 'rendered') return { kind: 'rendered', bytes, mimeType: end.mimeType, cpuSeconds }
  if (end.kind === 'costly') return { kind: 'costly', cost: end.cost, cpuSeconds }
  return { kind: 'failed', message: end.message, isTooLarge: end.isTooLarge, cpuSeconds }
}
