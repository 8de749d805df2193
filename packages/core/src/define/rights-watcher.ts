import { defineService } from './service.ts'

/** The people whose rights a change may affect. */
export interface Affected {
  readonly userIds?: readonly string[]
  /** Organizations whose accounts the change may lock out or let in again. */
  readonly organizationIds?: readonly string[]
  /** Whether it moves organizations, which changes what everyone restricted to some organizations can reach. */
  readonly isMove?: boolean
}

/** Applies the grant boundary to changes that affect rights indirectly; implemented by `@plinth/auth`. */
export interface RightsWatcher {
  /**
   * Captures the current rights of these people and serializes such changes until the transaction ends. Call the returned
   * function after the change: it throws 403 if somebody gained or lost rights that the actor could not grant (decision: Revocation
   * boundary), and 400 if no administrator would be left.
   */
  watch(affected: Affected): Promise<() => Promise<void>>
  /**
   * The same for a change that locks out a whole tenant: the returned function throws 400 if no super admin who can log in would
   * be left in any tenant.
   */
  watchTenants(): Promise<() => Promise<void>>
  /**
   * The number of active accounts of the tenant that would be unusable without an organization: it is their home organization,
   * or all their rights are restricted to it.
   */
  countConfined(organizationId: string): Promise<number>
}

/** Resolve with `inject(rightsWatcher)` in commands. Without accounts, it checks nothing. */
export const rightsWatcher = defineService<RightsWatcher>('core.rights-watcher', () => ({
  watch: async () => async () => {},
  watchTenants: async () => async () => {},
  countConfined: async () => 0,
}))
