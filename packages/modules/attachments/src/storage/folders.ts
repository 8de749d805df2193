import { mkdir, realpath } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { LRUCache } from 'lru-cache'

/** A file of a partition, and the folder of the partition that it has to lie in. */
export interface FolderPath {
  readonly folder: string
  readonly path: string
}

/** Checks that files lie where their names say: links out of the folder are refused. */
export class Folders {
  /** Where folders of partitions are, with all links resolved. What is not in there any more is looked up again. */
  readonly #real = new LRUCache<string, string>({ max: 1000 })

  /** Whether the folder of a file, with all links resolved, lies in that of its partition. False when there is none. */
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

  /** Makes the folder of a file where it is missing. Throws where a link leads out of the partition's own. */
  async make(filePath: FolderPath): Promise<void> {
    if (await this.holds(filePath)) return
    await mkdir(dirname(filePath.path), { recursive: true })
    if (!(await this.holds(filePath))) throw new Error('A folder of the storage is a link that leads out of it')
  }
}

/** What the system answers for a file that is not there, or that is a link. */
export const isAbsence = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')

const isWithin = (inside: string, outside: string | undefined) =>
  outside !== undefined && (inside === outside || inside.startsWith(outside + sep))
