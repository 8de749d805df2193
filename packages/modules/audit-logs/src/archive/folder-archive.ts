import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ArchiveAddress, ArchiveStore } from './archive-store.ts'

export interface FolderArchiveOptions {
  /** Created if missing. All hosts of a database must share it. */
  readonly root: string
}

/** Stores archived months in a folder. A file appears under its name once it is complete and on disk. */
export function folderArchive({ root }: FolderArchiveOptions): ArchiveStore {
  const pathOf = ({ partition, key }: ArchiveAddress) => join(root, partition, key)
  return {
    async write(address, source) {
      const path = pathOf(address)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomUUID()}.part`
      try {
        await pipeline(source, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }))
        await rename(draft, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async read(address) {
      try {
        const file = await open(pathOf(address))
        return { stream: file.createReadStream() }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
  }
}

/** A new name is on disk once its folder is. Windows has no such operation for folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
