import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes of the heap that are still in use after garbage was collected. */
export async function heapInUse(): Promise<number> {
  collect()
  await new Promise(setImmediate)
  collect()
  return process.memoryUsage().heapUsed
}
