import { close, constants, createWriteStream, open as openFile, write, writev } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { callbackify } from 'node:util'
import { MIB } from '@plinth/core'
import { openNumber } from './numbers.ts'

/** Bytes that wait to be written at once. */
const WRITE_CHUNK = 256 * 1024
/** Bytes of a large file after which the disk begins with them, while more arrive. */
const FLUSH_INTERVAL = 8 * MIB

/** Writes streams into new files. One of them at a time takes a thread to wait for its disk: others read files on those. */
export class FileWriter {
  #isWaiting = false

  /**
   * Writes all of `source`; of its end the disk need not know yet. Answers the number under which the file is open, for the
   * caller to close. Bytes are taken while its folder is made and the file is opened.
   */
  async write(path: string, source: Readable, { signal, folder }: WriterOptions): Promise<number> {
    const opening = folder.then(() => openNew(path))
    const opened = callbackify(() => opening)
    const open = ((...[, , , done]: OpenCall) => opened(done)) as typeof openFile
    // It closes what it cannot write to the end.
    const file = createWriteStream('', {
      autoClose: false,
      highWaterMark: WRITE_CHUNK,
      fs: { open, write, writev, close },
    })
    let begun = 0
    let syncing = Promise.resolve()
    file.on('drain', () => {
      if (this.#isWaiting || file.bytesWritten - begun < FLUSH_INTERVAL) return
      begun = file.bytesWritten
      this.#isWaiting = true
      syncing = sync(path).finally(() => (this.#isWaiting = false))
      // A disk tells once that it failed.
      syncing.catch((error: Error) => file.destroy(error))
    })
    try {
      await pipeline(source, file, { ...(signal && { signal }) }).finally(() => syncing)
    } catch (error) {
      // Nothing appears of it any more.
      await Promise.allSettled([opening])
      throw error
    }
    return opening
  }
}

interface WriterOptions {
  readonly signal: AbortSignal | undefined
  /** Resolves when the folder of the file is there. */
  readonly folder: Promise<void>
}

type OpenCall = [
  path: unknown,
  flags: unknown,
  mode: unknown,
  done: (error: NodeJS.ErrnoException | null, fd: number) => void,
]

/** Opens a new file, so that no link is followed. What an interrupted write has left there goes. */
async function openNew(path: string): Promise<number> {
  const make = () => openNumber(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o640)
  try {
    return await make()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    await rm(path, { force: true })
    return make()
  }
}

/** Has a file, or the names in a folder, on the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
