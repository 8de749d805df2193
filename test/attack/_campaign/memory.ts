import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from '../../host/_run-host.ts'

const MIB = 2 ** 20

/** What a host says about itself. */
export interface Gauges {
  readonly residentMiB: number
  readonly heapMiB: number
  readonly lostRecords: number
}

export async function readGauges(host: Host): Promise<Gauges> {
  const text = await askTwice(async () => (await host.call('/metrics')).text())
  const gauge = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    residentMiB: gauge('process_resident_memory_bytes') / MIB,
    heapMiB: gauge('nodejs_heap_size_used_bytes') / MIB,
    lostRecords: gauge('log_records_lost'),
  }
}

/** A connection that was kept may be closed by the host at the moment it is used; one that is down stays down. */
const askTwice = <T>(ask: () => Promise<T>): Promise<T> => ask().catch(ask)

/** The most resident memory that was seen until `isDone`. */
export async function watchMemory(host: Host, isDone: () => boolean): Promise<number> {
  let most = 0
  while (!isDone()) {
    most = Math.max(most, (await readGauges(host)).residentMiB)
    await sleep(500)
  }
  return most
}
