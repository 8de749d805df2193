import { assertAddress, type ObjectAddress, type Storage } from '@plinth/attachments'
import { Readable } from 'node:stream'

/** Keeps files in memory, for tests that are about their rows: a driver as anybody may write one. */
export function memoryStorage(): Storage {
  const objects = new Map<string, { readonly bytes: Buffer; readonly modifiedAt: Date }>()
  const nameOf = (address: ObjectAddress) => {
    assertAddress(address)
    return `${address.partition}/${address.key}`
  }
  return {
    driver: 'memory',
    async write(address, source, { signal } = {}) {
      const name = nameOf(address)
      const chunks: Uint8Array[] = []
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        signal?.throwIfAborted()
        chunks.push(Buffer.from(chunk))
      }
      objects.set(name, { bytes: Buffer.concat(chunks), modifiedAt: new Date() })
    },
    async read(address, { start, end } = { start: 0, end: Number.POSITIVE_INFINITY }) {
      const found = objects.get(nameOf(address))
      return found ? { size: found.bytes.length, stream: Readable.from([found.bytes.subarray(start, end + 1)]) } : null
    },
    async stat(address) {
      const found = objects.get(nameOf(address))
      return found ? { size: found.bytes.length, modifiedAt: found.modifiedAt } : null
    },
    async delete(address) {
      objects.delete(nameOf(address))
    },
  }
}
