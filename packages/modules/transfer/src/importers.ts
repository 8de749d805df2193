import { accountCallers } from '@plinth/auth'
import { type Caller, defineService } from '@plinth/core'

/** The person on whose behalf an import runs, and where. */
export interface Importer {
  readonly userId: string
  readonly tenantId: string
  /** The organization in which they work; null for all that they may select. */
  readonly organizationId: string | null
}

/** Finds out what people may do while their imports run. */
export interface Importers {
  /** The caller with the rights that the person has now; null if they cannot be used any more. */
  callerOf(importer: Importer): Promise<Caller | null>
}

/** Resolve with `inject(importers)`. By default, people are the accounts of `@plinth/auth`. */
export const importers = defineService<Importers>('transfer.importers', ({ inject }) => ({
  callerOf: (importer) => inject(accountCallers).find(importer),
}))
