import { createByteCache } from '../byte-cache.ts'
import type { RequestFacts } from '../define/context.ts'
import { BinaryAnswer } from '../define/binary-answer.ts'
import { customValues } from '../define/custom-values.ts'
import type { Module } from '../define/module.ts'
import { inSlices } from '../fairness/time-slices.ts'
import { toJsonInSteps } from '../http/json-in-steps.ts'
import type { Json } from '../http/openapi/schemas.ts'
import { readTenantFields, type TenantFields } from '../http/openapi/tenant-fields.ts'
import { type AuthenticateDeps, identifyByHeaders } from '../request/authenticate.ts'
import { doWork } from '../context/context.ts'

interface TenantDocumentOptions {
  readonly modules: readonly Module[]
  readonly callers: AuthenticateDeps
  /** The document without the fields of a tenant. */
  readonly document: () => Json
  /** Creates the document with the fields of a tenant, step by step. */
  readonly create: (fields: TenantFields) => Generator<void, Json>
}

/** Memory of the documents kept per host; there is one for each distinct set of custom fields. */
const KEPT_BYTES = 64 * 1024 * 1024

/** The levels of the document that are written separately: up to an operation of a path, and to a named schema. */
const DEPTH = 3

/**
 * The API document as a caller sees it: with the custom fields of the organization that the caller works in, if signed in. It is
 * created and written in time slices, once for all who ask at the same time.
 */
export function createTenantDocuments({ modules, callers, document, create }: TenantDocumentOptions) {
  const isComposed = modules.some(({ services = [] }) => services.some(({ id }) => id === customValues.id))
  const made = createByteCache<Buffer>({ bytes: KEPT_BYTES, weigh: ({ byteLength }) => byteLength })
  const making = new Map<string, Promise<Buffer>>()
  const make = (key: string, fields: TenantFields): Promise<Buffer> => {
    const begun = making.get(key)
    if (begun) return begun
    const work = inSlices(createBytes(create(fields))).finally(() => making.delete(key))
    making.set(key, work)
    return work
  }
  return async (request: RequestFacts): Promise<Json | BinaryAnswer> => {
    if (!isComposed) return document()
    const { caller } = await identifyByHeaders(callers, request)
    if (!caller) return document()
    const { requestId } = request
    const { fields, key } = await doWork({ runtime: callers.runtime, caller, origin: { requestId } }, readTenantFields)
    if (fields.size === 0) return document()
    const known = made.get(key)
    const bytes = known ?? (await make(key, fields))
    if (!known) made.set(key, bytes)
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(bytes.byteLength) }
    return new BinaryAnswer(bytes, { headers })
  }
}

function* createBytes(steps: Generator<void, Json>): Generator<void, Buffer> {
  return yield* toJsonInSteps(yield* steps, DEPTH)
}
