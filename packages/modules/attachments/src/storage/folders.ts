import { mkdir, realpath } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { LRUCache } from 'lru-cache'

/** A path in a partition, and the partition's folder that must contain it. */
export interface FolderPath {
  readonly folder: string
  readonly path: string
}

/** Checks that paths stay within their folder: links that lead out are rejected. */
export class Folders {
  /** Real paths of partition folders. If a file is not found in one, it is resolved again. */
  readonly #real = new LRUCache<string, string>({ max: 1000 })

  /** Whether the real folder of a file is within that of its partition. False if it does not exist. */
  async holds({ folder, path }: FolderPath): Promise<boolean> {
    try {
      const inside = await realpath(dirname(path))
      if (isWithin(inside, this.#real.get(folder))) return true
      const outside = await realpath(folder)
      this.#real.set(folder, outside)
      return isWithin(inside, outside)
    } catch (error) {
      if (isAbsence(error)) return false
      throw error
    }
  }

  /** Creates the folder of a file if it is missing. Throws if a link leads out of the partition. */
  async make(filePath: FolderPath): Promise<void> {
    if (await this.holds(filePath)) return
    await mkdir(dirname(filePath.path), { recursive: true })
    if (!(await this.holds(filePath))) throw new Error('A folder of the storage is a link that leads out of it')
  }
}

/** Whether an error means that the file does not exist, or is a link. */
export const isAbsence = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')

const isWithin = (inside: string, outside: string | undefined) =>
  outside !== undefined && (inside === outside || inside.startsWith(outside + sep))
