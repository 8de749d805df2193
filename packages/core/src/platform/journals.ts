import { setTimeout as sleep } from 'node:timers/promises'
import type { Journal } from '../define/journal.ts'
import { JournalWriter, type JournalsOptions } from './journal-writer.ts'

/** With more lines or bytes than this waiting, requests wait too: so many milliseconds at most. */
const FULL = { lines: 10_000, bytes: 32_000_000 }
const PATIENCE = 10_000

/** The lines of all journals of one platform. */
export class Journals {
  readonly #options: JournalsOptions
  readonly #writers = new Map<Journal, JournalWriter>()

  constructor(options: JournalsOptions) {
    this.#options = options
  }

  /** Takes a line; of a journal whose lines are awaited, answers when it is durable. */
  append(journal: Journal, line: unknown): Promise<void> | undefined {
    let writer = this.#writers.get(journal)
    if (!writer) this.#writers.set(journal, (writer = new JournalWriter(journal, this.#options)))
    return writer.append(line)
  }

  /** Lines that wait to be written, and those that could not be written since the start. */
  get counts(): { readonly waiting: number; readonly lost: number } {
    const writers = [...this.#writers.values()]
    return {
      waiting: writers.reduce((sum, { lines }) => sum + lines, 0),
      lost: writers.reduce((sum, { lost }) => sum + lost, 0),
    }
  }

  /** Resolves when there is room for more, where there is too little now. */
  room(): Promise<unknown> | undefined {
    for (const writer of this.#writers.values())
      if (writer.lines > FULL.lines || writer.bytes > FULL.bytes)
        return Promise.race([writer.flush(), sleep(PATIENCE, undefined, { ref: false })])
    return undefined
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.flush()))
  }

  /** Writes what waits, and what is still to come, with less patience. */
  async close(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.close()))
  }
}
