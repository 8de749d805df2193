import { defineService } from './service.ts'

/** Whose rights a change may touch. */
export interface Affected {
  readonly userIds?: readonly string[]
  /** Organizations whose accounts it may lock out or let in again. */
  readonly organizationIds?: readonly string[]
  /** Whether it moves organizations, and so what everybody reaches who is confined to some. */
  readonly isMove?: boolean
}

/** Holds changes that touch rights sideways to the boundary of grants; `@plinth/auth` provides one. */
export interface RightsGuard {
  /**
   * Looks at what these people may do, and makes such changes wait for each other until the transaction ends. The
   * answer is called after the change: it throws 403 where somebody has gained or lost what the actor could not give
   * (decision 40), 400 where nobody is left who can administer.
   */
  watch(affected: Affected): Promise<() => Promise<void>>
  /**
   * The same for a change that locks a whole tenant out: the answer throws 400 where no super admin is left who can log
   * in, in whichever tenant.
   */
  watchTenants(): Promise<() => Promise<void>>
}

/** Resolve with `get(rightsGuard)` in commands. Where there are no accounts, nothing is watched. */
export const rightsGuard = defineService<RightsGuard>('core.rights-guard', () => ({
  watch: async () => async () => {},
  watchTenants: async () => async () => {},
}))
