import { type Caller, defineService } from '@plinth/core'
import { wire } from '@plinth/core/http'
import { loadCaller } from './load-caller.ts'

/** A person, and where they work. */
export interface PlacedAccount {
  readonly userId: string
  readonly tenantId: string
  /** The selected organization; null for all that they may select. */
  readonly organizationId: string | null
}

/** Finds what people may do now, for work that goes on without them. */
export interface AccountCallers {
  /** The caller with the person's present rights; null if the account cannot be used there any more. */
  find(account: PlacedAccount): Promise<Caller | null>
}

/** Resolve with `inject(accountCallers)`; tests and products with other accounts override it. */
export const accountCallers = defineService<AccountCallers>('auth.account-callers', (ctx) => ({
  async find({ userId, tenantId, organizationId }) {
    const selection = { tenantId, organizationId: organizationId ?? wire.allOrganizations }
    const caller = (await loadCaller(ctx, userId, selection))?.caller
    const isThere = caller?.scope.tenantId === tenantId && caller.scope.organizationId === organizationId
    return isThere ? caller : null
  },
}))
