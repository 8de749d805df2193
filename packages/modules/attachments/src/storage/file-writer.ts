import { randomUUID } from 'node:crypto'
import { close, constants, createWriteStream, open as openFile, write, writev } from 'node:fs'
import { lstat, open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { callbackify } from 'node:util'
import { MIB } from '@plinth/core'
import { isAbsence } from './folders.ts'
import { openNumber } from './numbers.ts'

/** Bytes that wait to be written at once. */
const WRITE_CHUNK = 256 * 1024
/** Bytes of a large file after which the disk begins with them, while more arrive. */
const FLUSH_INTERVAL = 8 * MIB

/** Writes streams into new files. One of them at a time takes a thread to wait for its disk: others read files on those. */
export class FileWriter {
  #isWaiting = false

  /**
   * Writes all of `source` beside `path`; of its end the disk need not know yet. Answers the file, open, for the caller to
   * close and to give its name. Bytes are taken while its folder is made and the file is opened.
   */
  async write(path: string, source: Readable, { signal, folder }: WriterOptions): Promise<PartialFile> {
    const opening = folder.then(() => openPartial(path))
    const opened = callbackify(async () => (await opening).fd)
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
      syncing = opening.then((partial) => sync(partial.path)).finally(() => (this.#isWaiting = false))
      // A disk tells once that it failed.
      syncing.catch((error: Error) => file.destroy(error))
    })
    try {
      await pipeline(source, file, { ...(signal && { signal }) }).finally(() => syncing)
    } catch (error) {
      // Nothing appears of it any more.
      const [partial] = await Promise.allSettled([opening])
      if (partial.status === 'fulfilled') await rm(partial.value.path, { force: true })
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

/** A file that is written and has no name of its own yet. */
interface PartialFile {
  readonly path: string
  /** The number under which it is open. */
  readonly fd: number
}

/** Where a file is written before it has its name, if nobody else does. */
export const partialPath = (path: string) => `${path}.part`

/** Milliseconds after which a file that nobody has written to is what an interrupted write has left. */
const STALE = 3 * 60 * 60 * 1000

/**
 * Opens a new file, so that no link is followed. What is there already goes when it is old. Otherwise another host writes
 * it just now, and this one gets another place.
 */
async function openPartial(path: string): Promise<PartialFile> {
  const make = async (at: string) => ({
    path: at,
    fd: await openNumber(at, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o640),
  })
  try {
    return await make(partialPath(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (!(await isStale(partialPath(path)))) return make(partialPath(`${path}.${randomUUID()}`))
    await rm(partialPath(path), { force: true })
    return openPartial(path)
  }
}

async function isStale(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).mtimeMs < Date.now() - STALE
  } catch (error) {
    if (isAbsence(error)) return false
    throw error
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
