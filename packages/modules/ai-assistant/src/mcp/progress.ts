import type { ServerContext } from '@modelcontextprotocol/server'

type ProgressTarget = Pick<ServerContext['mcpReq'], '_meta' | 'notify'>

/** Notifications of one call. */
const MAX_NOTIFICATIONS = 1_000

/** Tells clients that want to know how far their call is. What does not rise is not told. */
export class ProgressReporter {
  readonly #target: ProgressTarget
  #done = -1
  #count = 0
  #sent: Promise<unknown> = Promise.resolve()

  constructor(target: ProgressTarget) {
    this.#target = target
  }

  publish(progress: number, total?: number): void {
    const { _meta, notify } = this.#target
    const progressToken = _meta?.progressToken
    if (progressToken === undefined || !(progress > this.#done) || ++this.#count > MAX_NOTIFICATIONS) return
    this.#done = progress
    const params = { progressToken, progress, ...(total !== undefined && { total }) }
    // One after the other. Whoever has gone does not hear it, and the call goes on until it hears of that itself.
    this.#sent = this.#sent.then(() => notify({ method: 'notifications/progress', params })).catch(() => {})
  }

  /** All is told before the answer; of a call that told nothing, that it is done. */
  async end(): Promise<void> {
    if (this.#done === 0) this.publish(1, 1)
    await this.#sent
  }
}
