import type { ServerContext } from '@modelcontextprotocol/server'

type ProgressTarget = Pick<ServerContext['mcpReq'], '_meta' | 'notify'>

/** Maximum notifications per call. */
const MAX_NOTIFICATIONS = 1_000

/** Reports the progress of a call to clients that requested it. Values that do not increase are dropped. */
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
    // Sent in order. Failures are ignored: if the client has disconnected, the call is notified separately.
    this.#sent = this.#sent.then(() => notify({ method: 'notifications/progress', params })).catch(() => {})
  }

  /** Sends all notifications before the response; if a call has reported no progress, its completion is reported. */
  async end(): Promise<void> {
    if (this.#done === 0) this.publish(1, 1)
    await this.#sent
  }
}
