import { ALL_ORGANIZATIONS } from '../acl/organization-lists.ts'

/** Names that published clients depend on. */
export const wire = {
  /** Every path is served under both prefixes (decision: Paths). */
  basePaths: ['', '/api'],
  /** Undo metadata of a write. */
  operationHeader: 'x-om-operation',
  requestIdHeader: 'x-request-id',
  /** The `updatedAt` of the version that a write is based on. */
  expectedUpdatedAtHeader: 'x-om-ext-optimistic-lock-expected-updated-at',
  /** Makes a write idempotent (decision: Idempotency keys). */
  idempotencyKeyHeader: 'idempotency-key',
  /** Overrides the method of the request line. */
  methodOverrideHeader: 'x-http-method-override',
  /** An API key, as an alternative to `Authorization`. */
  apiKeyHeader: 'x-api-key',
  /** Marks the stored response to an earlier request. */
  replayedHeader: 'idempotency-replayed',
  /** Login cookies. */
  accessCookie: 'auth_token',
  sessionCookie: 'session_token',
  localeCookie: 'locale',
  selectedTenantCookie: 'om_selected_tenant',
  selectedOrganizationCookie: 'om_selected_org',
  /** Selects an organization for one request, in place of the cookie. Not part of the published API; a Plinth addition. */
  selectedOrganizationHeader: 'x-plinth-organization',
  /** The value of the organization cookie that selects all organizations. */
  allOrganizations: ALL_ORGANIZATIONS,
} as const
