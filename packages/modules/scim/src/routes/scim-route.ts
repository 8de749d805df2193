import type { RouteSpec } from '@plinth/core/http'
import { features } from '../contract.ts'
import { ErrorBody, toErrorBody } from '../errors.ts'

/** Statuses that every route can answer, whatever it lists: they have the format of SCIM, too. */
const EVERYWHERE = [400, 401, 403, 413, 429]

/**
 * What all routes of the protocol share: their access, their media type and the format of their errors (RFC 7644, section 3.1
 * and RFC 7644, section 3.12). They are for keys of service accounts, never for browsers or assistants.
 */
export const scimRoute = (errors: readonly number[]) => ({
  access: features.provision,
  isTool: false,
  errors,
  http: {
    credentials: ['bearer', 'key'],
    contentType: 'application/scim+json',
    errorFormat: {
      below: '/scim/v2',
      toBody: toErrorBody,
      schemas: Object.fromEntries([...EVERYWHERE, ...errors].map((status) => [status, ErrorBody])),
    },
  } satisfies RouteSpec['http'],
})
