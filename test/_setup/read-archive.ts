import { text } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The texts in a ZIP archive, by name. Each has to be what the archive says of it. */
export async function readArchive(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true })
  const found = new Map<string, string>()
  for await (const entry of archive.eachEntry())
    found.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)))
  return found
}
