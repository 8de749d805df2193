import type { Context } from '@plinth/core'
import type { Tracked } from '@plinth/progress'
import type { Work } from '../import-states.ts'

/** What a worker is asked to do. */
export interface ImportWork {
  readonly importId: string
  readonly progressJobId: string
  readonly work: Work
}

/** Work on an import, as its worker does it. */
export interface WorkOnImport extends ImportWork {
  readonly tracked: Tracked
  /** Works as the importer, with the rights that they have now. Throws 403 if they cannot be used any more. */
  asImporter<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}
