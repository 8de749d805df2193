import { constants, createReadStream, fstatSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { FileWriter, partialPath, sync } from './file-writer.ts'
import { Folders, isAbsence, type FolderPath } from './folders.ts'
import { closeDescriptor, openDescriptor, syncDescriptor } from './file-descriptors.ts'
import { ReadSizes } from './read-sizes.ts'
import { assertAddress, type ObjectAddress, type Storage } from './storage.ts'

export interface LocalStorageOptions {
  /** The folder of all partitions, each in a subfolder. Created if missing. */
  readonly root: string
  /** Returns the folder of a partition stored elsewhere, by its code. */
  readonly rootOf?: (partition: string) => string | undefined
}

/**
 * Stores files in a folder, which several hosts may share. A file appears under its name once it is complete. Links are never
 * followed, neither to files nor out of the partition's folder.
 */
export function localStorage({ root, rootOf }: LocalStorageOptions): Storage {
  const folders = new Folders()
  const sizes = new ReadSizes()
  const writer = new FileWriter()
  const locate = ({ partition, key }: ObjectAddress): FolderPath => {
    assertAddress({ partition, key })
    const folder = resolve(rootOf?.(partition) ?? join(root, partition))
    return { folder, path: join(folder, key) }
  }
  return {
    driver: 'local',
    async write(address, source, { signal, onFlush } = {}) {
      const filePath = locate(address)
      const { path } = filePath
      if (onFlush) source.once('end', onFlush)
      try {
        const { fd, path: partial } = await writer.write(path, source, { signal, folder: folders.make(filePath) })
        let written = partial
        try {
          await rename(partial, path)
          written = path
          // A journaling file system then commits data and name together.
          await Promise.all([syncDescriptor(fd), sync(dirname(path))])
        } catch (error) {
          await rm(written, { force: true })
          throw error
        } finally {
          await closeDescriptor(fd)
        }
      } catch (error) {
        source.destroy()
        throw error
      }
    },
    async read(address, range) {
      const fd = await openInside(folders, locate(address))
      if (fd === null) return null
      try {
        // For an open file, the size is known without disk access.
        const { size } = fstatSync(fd)
        const part = range ?? { start: 0, end: Math.max(size - 1, 0) }
        const stream = sizes.open(part.end - part.start + 1, (highWaterMark) =>
          createReadStream('', { fd, highWaterMark, ...part }),
        )
        return { size, stream }
      } catch (error) {
        await closeDescriptor(fd)
        throw error
      }
    },
    async stat(address) {
      const fd = await openInside(folders, locate(address))
      if (fd === null) return null
      try {
        const { size, mtime } = fstatSync(fd)
        return { size, modifiedAt: mtime }
      } finally {
        await closeDescriptor(fd)
      }
    },
    async delete(address) {
      const filePath = locate(address)
      if (!(await folders.holds(filePath))) return
      await rm(partialPath(filePath.path), { force: true })
      await rm(filePath.path, { force: true })
    },
  }
}

async function openInside(folders: Folders, filePath: FolderPath): Promise<number | null> {
  try {
    if (!(await folders.holds(filePath))) return null
    return await openDescriptor(filePath.path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}
