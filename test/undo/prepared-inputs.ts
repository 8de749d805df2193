import { deleteProductsInBulk } from '@plinth/catalog'
import type { TestPlatform, UndoExample } from '@plinth/testing'

/** Inputs of examples, with the rows that they need. As a sequence is taken back to the last field, they serve many. */
export class PreparedInputs {
  readonly #app: TestPlatform
  readonly #made = new Map<UndoExample, unknown>()

  constructor(app: TestPlatform) {
    this.#app = app
  }

  has(example: UndoExample): boolean {
    return typeof example.input !== 'function' || this.#made.has(example)
  }

  async of(example: UndoExample): Promise<unknown> {
    const { command, input } = example
    if (typeof input !== 'function') return input
    const made: unknown = this.#made.get(example) ?? (await input(this.#app))
    this.#made.set(example, made)
    if (command === deleteProductsInBulk) await this.#beginAgain(made as { progressJobId: string })
    return made
  }

  /** Progress is not recorded, so that undo does not begin a job again that is completed. */
  async #beginAgain({ progressJobId }: { progressJobId: string }): Promise<void> {
    await this.#app.sql(`update progress_jobs set status = 'running' where id = $1`, [progressJobId])
  }
}
