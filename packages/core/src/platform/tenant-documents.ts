import type { RequestFacts } from '../define/context.ts'
import { customValues } from '../define/custom-values.ts'
import type { Module } from '../define/module.ts'
import type { Json } from '../http/openapi/schemas.ts'
import { readTenantFields, type TenantFields } from '../http/openapi/tenant-fields.ts'
import { type AuthenticateDeps, identifyByHeaders } from '../request/authenticate.ts'
import { doWork } from '../context/context.ts'

interface TenantDocumentOptions {
  readonly modules: readonly Module[]
  readonly callers: AuthenticateDeps
  /** The document without the fields of a tenant. */
  readonly document: () => Json
  /** Creates the document with the fields of a tenant. */
  readonly create: (fields: TenantFields) => Json
}

/** Maximum number of documents kept per host; there is one for each distinct set of custom fields. */
const KEPT = 20

/** The API document as a caller sees it: with the custom fields of the organization that the caller works in, if signed in. */
export function createTenantDocuments({ modules, callers, document, create }: TenantDocumentOptions) {
  const isComposed = modules.some(({ services = [] }) => services.some(({ id }) => id === customValues.id))
  const made = new Map<string, Json>()
  return async (request: RequestFacts): Promise<Json> => {
    if (!isComposed) return document()
    const { caller } = await identifyByHeaders(callers, request)
    if (!caller) return document()
    const { requestId } = request
    const { fields, key } = await doWork({ runtime: callers.runtime, caller, origin: { requestId } }, readTenantFields)
    if (fields.size === 0) return document()
    const known = made.get(key)
    if (known) return known
    if (made.size >= KEPT) made.delete([...made.keys()][0]!)
    const described = create(fields)
    made.set(key, described)
    return described
  }
}
