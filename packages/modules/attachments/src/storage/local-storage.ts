import { constants, createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { assertAddress, type ObjectAddress, type Storage } from './storage.ts'

export interface LocalStorageOptions {
  /** The folder of all partitions; each has one of its own in it. It is made when it is missing. */
  readonly root: string
  /** The folder of a partition that has one of its own, by its code. */
  readonly rootOf?: (partition: string) => string | undefined
}

/**
 * Files in a folder, which several hosts may share. A file appears under its name when it is complete and on the disk.
 * Links are never followed: not to a file, and not out of the partition's folder.
 */
export function localStorage({ root, rootOf }: LocalStorageOptions): Storage {
  const pathOf = ({ partition, key }: ObjectAddress) => {
    assertAddress({ partition, key })
    const folder = resolve(rootOf?.(partition) ?? join(root, partition))
    return { folder, path: join(folder, key) }
  }
  return {
    driver: 'local',
    async write(address, source, { signal } = {}) {
      const { folder, path } = pathOf(address)
      const partial = path + PARTIAL
      await mkdir(dirname(path), { recursive: true })
      await assertInside(folder, path)
      try {
        await writeDurably(partial, source, signal)
        await rename(partial, path)
        await sync(dirname(path))
      } catch (error) {
        source.destroy()
        await rm(partial, { force: true })
        throw error
      }
    },
    async read(address, range) {
      const file = await openInside(pathOf(address))
      if (!file) return null
      try {
        const { size } = await file.stat()
        return { size, stream: createReadStream('', { fd: file, highWaterMark: CHUNK, ...range }) }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    async stat(address) {
      const file = await openInside(pathOf(address))
      if (!file) return null
      try {
        const { size, mtime } = await file.stat()
        return { size, modifiedAt: mtime }
      } finally {
        await file.close()
      }
    },
    async delete(address) {
      const { folder, path } = pathOf(address)
      if (!(await isInside(folder, path))) return
      await rm(path + PARTIAL, { force: true })
      await rm(path, { force: true })
    },
  }
}

const PARTIAL = '.part'
const CHUNK = 256 * 1024

async function writeDurably(path: string, source: Readable, signal: AbortSignal | undefined): Promise<void> {
  const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants
  const file = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o640)
  try {
    for await (const chunk of source) {
      signal?.throwIfAborted()
      await file.write(chunk as Uint8Array)
    }
    signal?.throwIfAborted()
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function openInside({ folder, path }: { folder: string; path: string }): Promise<FileHandle | null> {
  try {
    if (!(await isInside(folder, path))) return null
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** What the system answers for a file that is not there, or that is a link. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

async function assertInside(folder: string, path: string): Promise<void> {
  if (!(await isInside(folder, path))) throw new Error('A folder of the storage is a link that leads out of it')
}

/** Whether the folder of `path`, with all links resolved, lies in `folder`. False when there is none. */
async function isInside(folder: string, path: string): Promise<boolean> {
  try {
    const [inside, outside] = await Promise.all([realpath(dirname(path)), realpath(folder)])
    return inside === outside || inside.startsWith(outside + sep)
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** A new name is on the disk when its folder is. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
