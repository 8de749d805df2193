/** Spellings that published clients depend on, in one place. */
export const wire = {
  /** Every path is served under both (decision 1). */
  basePaths: ['', '/api'],
  /** Undo metadata of a write. */
  operationHeader: 'x-om-operation',
  requestIdHeader: 'x-request-id',
  /** The `updatedAt` of the copy that a write is based on. */
  expectedUpdatedAtHeader: 'x-om-ext-optimistic-lock-expected-updated-at',
  /** A write with it takes effect once (decision 22). */
  idempotencyKeyHeader: 'idempotency-key',
  /** Marks an answer that was given before. */
  replayedHeader: 'idempotency-replayed',
  /** Cookies of the login. */
  accessCookie: 'auth_token',
  sessionCookie: 'session_token',
  localeCookie: 'locale',
  selectedTenantCookie: 'om_selected_tenant',
  selectedOrganizationCookie: 'om_selected_org',
  /** The value of the organization cookie that stands for all organizations. */
  allOrganizations: '__all__',
} as const
