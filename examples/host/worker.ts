import cluster from 'node:cluster'
import { once } from 'node:events'
import type { PrimaryMessage, WorkerMessage } from './workers.ts'

/** Whether this process is the only one, or the first of several: it says what is said once. */
export const isFirst = (cluster.worker?.id ?? 1) === 1

/** Tells the primary process something. */
export const tellPrimary = (message: WorkerMessage) => void process.send?.(message)

/** Asks for the port, which the primary process holds until somebody answers. */
export async function awaitPort(): Promise<void> {
  tellPrimary({ says: 'wants the port' })
  for (;;) {
    const [{ says }] = (await once(process, 'message')) as [PrimaryMessage]
    if (says === 'the port is free') return
  }
}

/** Calls `end` when another process answers in the place of this one. */
export function onReplaced(end: () => void): void {
  process.on('message', ({ says }: PrimaryMessage) => {
    if (says === 'another one answers') end()
  })
}
