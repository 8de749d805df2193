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
  takesCookies: false,
  contentType: 'application/scim+json',
  errors,
  errorBody: toErrorBody,
  errorBodies: Object.fromEntries([...EVERYWHERE, ...errors].map((status) => [status, ErrorBody])),
})
