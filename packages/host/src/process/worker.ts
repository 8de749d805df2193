import cluster from 'node:cluster'
import { once } from 'node:events'
import type { PrimaryMessage, WorkerMessage } from './workers.ts'

/** Whether this is the only process, or the first of several, which prints messages that should appear once. */
export const isFirst = (cluster.worker?.id ?? 1) === 1

/** Sends a message to the primary process. */
export const tellPrimary = (message: WorkerMessage) => void process.send?.(message)

/** Asks for the port, which the primary process holds until a worker can answer. */
export async function awaitPort(): Promise<void> {
  tellPrimary({ says: 'wants the port' })
  for (;;) {
    const [{ says }] = (await once(process, 'message')) as [PrimaryMessage]
    if (says === 'the port is free') return
  }
}

/** Calls `end` when another process has replaced this one. */
export function onReplaced(end: () => void): void {
  process.on('message', ({ says }: PrimaryMessage) => {
    if (says === 'another one answers') end()
  })
}
