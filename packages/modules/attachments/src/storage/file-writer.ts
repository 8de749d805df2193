import { randomUUID } from 'node:crypto'
import { close, constants, createWriteStream, open as openFile, write, writev } from 'node:fs'
import { lstat, open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { callbackify } from 'node:util'
import { MIB } from '@plinth/core'
import { isAbsence } from './folders.ts'
import { openDescriptor } from './file-descriptors.ts'

/** Bytes to buffer before a write. */
const WRITE_CHUNK = 256 * 1024
/** Bytes after which the flush of a large file starts, while more arrive. */
const FLUSH_INTERVAL = 8 * MIB

/** Writes streams to new files. Only one at a time occupies a thread to wait for its disk, since reads need those threads too. */
export class FileWriter {
  #isWaiting = false

  /**
   * Writes all of `source` to a temporary file next to `path`, whose end may not be flushed yet. Returns the open file, for the
   * caller to close and rename. Bytes are consumed while the folder is created and the file opened.
   */
  async write(path: string, source: Readable, { signal, folder }: WriterOptions): Promise<PartialFile> {
    const opening = folder.then(() => openPartial(path))
    const opened = callbackify(async () => (await opening).fd)
    const open = ((...[, , , done]: OpenCall) => opened(done)) as typeof openFile
    // The stream destroys itself if it cannot finish.
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
      // A disk reports a failure only once.
      syncing.catch((error: Error) => file.destroy(error))
    })
    try {
      await pipeline(source, file, { ...(signal && { signal }) }).finally(() => syncing)
    } catch (error) {
      // Once the opening has settled, nothing writes to the file.
      const [partial] = await Promise.allSettled([opening])
      if (partial.status === 'fulfilled') await rm(partial.value.path, { force: true })
      throw error
    }
    return opening
  }
}

interface WriterOptions {
  readonly signal: AbortSignal | undefined
  /** Resolves when the file's folder exists. */
  readonly folder: Promise<void>
}

type OpenCall = [
  path: unknown,
  flags: unknown,
  mode: unknown,
  done: (error: NodeJS.ErrnoException | null, fd: number) => void,
]

/** A written file that does not have its final name yet. */
interface PartialFile {
  readonly path: string
  /** Its file descriptor. */
  readonly fd: number
}

/** The default name of a file while it is being written. */
export const partialPath = (path: string) => `${path}.part`

/** Milliseconds since the last write after which a partial file is considered abandoned. */
const STALE = 3 * 60 * 60 * 1000

/**
 * Opens a new file without following links. An existing old file is replaced. A recent one is being written by another host, so a
 * different name is used.
 */
async function openPartial(path: string): Promise<PartialFile> {
  const make = async (at: string) => ({
    path: at,
    fd: await openDescriptor(at, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o640),
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

/** Flushes a file, or the entries of a folder, to disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
