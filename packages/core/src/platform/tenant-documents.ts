import type { Context, RequestFacts } from '../define/context.ts'
import { customValues, type DescribedField, findExtensions } from '../define/custom-values.ts'
import type { Module } from '../define/module.ts'
import type { TenantFields } from '../http/openapi/custom-members.ts'
import type { Json } from '../http/openapi/schemas.ts'
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

/** Documents kept per host; they differ by the fields that tenants have defined. */
const KEPT = 20

/** The API document as a caller sees it: with the custom fields of the organization that it works in, if it is signed in. */
export function createTenantDocuments({ modules, callers, document, create }: TenantDocumentOptions) {
  const isComposed = modules.some(({ services = [] }) => services.some(({ id }) => id === customValues.id))
  const made = new Map<string, Json>()
  return async (request: RequestFacts): Promise<Json> => {
    if (!isComposed) return document()
    const { caller } = await identifyByHeaders(callers, request)
    if (!caller) return document()
    const { requestId } = request
    const fields = await doWork({ runtime: callers.runtime, caller, origin: { requestId } }, (ctx) =>
      fieldsOfCaller(ctx, modules),
    )
    if (fields.size === 0) return document()
    const key = JSON.stringify([...fields])
    const known = made.get(key)
    if (known) return known
    if (made.size >= KEPT) made.delete([...made.keys()][0]!)
    const described = create(fields)
    made.set(key, described)
    return described
  }
}

async function fieldsOfCaller(ctx: Context, modules: readonly Module[]): Promise<TenantFields> {
  const service = ctx.inject(customValues)
  const found = new Map<string, readonly DescribedField[]>()
  for (const { kind, entityId } of findExtensions(modules).values()) {
    const fields = await service?.fields({ entityId, organizationId: null })
    if (fields) found.set(kind, fields.described)
  }
  return found
}
