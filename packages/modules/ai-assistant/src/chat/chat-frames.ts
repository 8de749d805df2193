import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Preview } from '../tools/tool.ts'

/** The question a user is asked before a write. */
export interface Question {
  readonly id: string
  readonly sessionID: string
  readonly questions: readonly {
    readonly question: string
    readonly header: string
    readonly options: readonly { readonly label: string; readonly description: string }[]
  }[]
  readonly tool: { readonly messageID: string; readonly callID: string }
  /** Not part of the published format: all rows and fields, for clients that display them. */
  readonly preview: Preview
}

/** One frame of the stream. */
export type Frame =
  | { readonly type: 'session-authorized'; readonly sessionToken: string }
  | { readonly type: 'thinking' }
  | { readonly type: 'text'; readonly content: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly toolName: string; readonly args: unknown }
  | { readonly type: 'tool-result'; readonly id: string; readonly result: unknown }
  | { readonly type: 'question'; readonly question: Question }
  | {
      readonly type: 'metadata'
      readonly model: string
      readonly provider: string
      readonly tokens: { readonly input: number; readonly output: number }
      readonly durationMs: number
    }
  | { readonly type: 'debug'; readonly partType: DebugPart; readonly data: unknown }
  | { readonly type: 'done'; readonly sessionId: string }
  | { readonly type: 'error'; readonly error: string }

type DebugPart = 'question-asked' | 'message-completed' | 'thinking' | 'step-start' | 'step-finish'

/**
 * Passes frames from producer to consumer in order. Frames that arrive at about the same time are batched, since the cost per
 * batch outweighs that of its contents.
 */
export class FrameQueue implements AsyncIterable<readonly Frame[]> {
  #waiting: Frame[] = []
  #isEnded = false
  #wake: () => void = () => {}

  push(frame: Frame): void {
    if (this.#isEnded) return
    this.#waiting.push(frame)
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Frame[]> {
    for (;;) {
      const waiting = this.#waiting
      this.#waiting = []
      if (waiting.length > 0) yield waiting
      else if (this.#isEnded) return
      else {
        await new Promise<void>((wake) => (this.#wake = wake))
        // Collect whatever else has arrived by now.
        await nextTurn()
      }
    }
  }
}
