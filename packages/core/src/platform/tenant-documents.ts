import { createByteCache } from '../byte-cache.ts'
import { toPlatformError } from '../data/connection/database-errors.ts'
import type { Caller } from '../define/access.ts'
import type { RequestFacts } from '../define/context.ts'
import { BinaryAnswer } from '../define/binary-answer.ts'
import { customValues } from '../define/custom-values.ts'
import type { Module } from '../define/module.ts'
import { inSlices } from '../fairness/time-slices.ts'
import { toJsonInSteps } from '../http/json-in-steps.ts'
import type { Json } from '../http/openapi/schemas.ts'
import { type DescribedFields, readDescribedFields, type ShownFields } from '../http/openapi/shown-fields.ts'
import type { TenantFields } from '../http/openapi/tenant-fields.ts'
import { type AuthenticateDeps, identifyByHeaders } from '../request/authenticate.ts'
import { doWork } from '../context/context.ts'

interface TenantDocumentOptions {
  readonly modules: readonly Module[]
  readonly callers: AuthenticateDeps
  /** The document without the fields of a tenant. */
  readonly document: () => Json
  /** Creates the document with the fields of a tenant and without those that a caller may not use, step by step. */
  readonly create: (fields: TenantFields, rights: ShownFields | undefined) => Generator<void, Json>
}

/** Memory of the documents kept per host; there is one for each distinct set of custom fields. */
const KEPT_BYTES = 64 * 1024 * 1024

/** The levels of the document that are written separately: up to an operation of a path, and to a named schema. */
const DEPTH = 3

/** Documents of tenants that are kept as objects, for pages of this host; they take a multiple of their text. */
const KEPT_OBJECTS = 4

/** The API document as a caller sees it: with the custom fields of the organization that the caller works in. */
export interface TenantDocuments {
  /** The document for the sender of a request, to send. */
  send(request: RequestFacts): Promise<Json | BinaryAnswer>
  /** The document for a caller, to read. */
  read(caller: Caller): Promise<Json>
}

/** Documents are created and written in time slices, once for all who ask at the same time. */
export function createTenantDocuments({ modules, callers, document, create }: TenantDocumentOptions): TenantDocuments {
  const isComposed = modules.some(({ services = [] }) => services.some(({ id }) => id === customValues.id))
  const made = createByteCache<Buffer>({ bytes: KEPT_BYTES, weigh: ({ byteLength }) => byteLength })
  const making = new Map<string, Promise<Buffer>>()
  const objects = new Map<string, Promise<Json>>()
  const make = ({ key, fields, rights }: DescribedFields): Promise<Buffer> => {
    const begun = making.get(key)
    if (begun) return begun
    const work = inSlices(createBytes(create(fields, rights))).finally(() => making.delete(key))
    making.set(key, work)
    return work
  }
  const { runtime } = callers
  const isPlain = (caller: Caller) => !isComposed && !runtime.fieldPolicies.restricts(caller.actor)
  const askedBy = async (caller: Caller, requestId: string | null) => {
    const asked = await doWork({ runtime, caller, origin: { requestId } }, readDescribedFields)
    return asked.key === '' ? undefined : asked
  }

  return {
    async send(request) {
      const { caller } = await identifyByHeaders(callers, request)
      if (!caller || isPlain(caller)) return document()
      const asked = await askedBy(caller, request.requestId)
      if (!asked) return document()
      const known = made.get(asked.key)
      const bytes = known ?? (await make(asked))
      if (!known) made.set(asked.key, bytes)
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(bytes.byteLength) }
      return new BinaryAnswer(bytes, { headers })
    },
    async read(caller) {
      if (isPlain(caller)) return document()
      const asked = await askedBy(caller, null).catch((error: unknown) => {
        throw toPlatformError(error)
      })
      if (!asked) return document()
      const { key, fields, rights } = asked
      const known = objects.get(key) ?? inSlices(create(fields, rights))
      // The one that was used last is at the end.
      objects.delete(key)
      objects.set(key, known)
      for (const oldest of objects.keys()) if (objects.size > KEPT_OBJECTS) objects.delete(oldest)
      return known.catch((error: unknown) => {
        objects.delete(key)
        throw error
      })
    },
  }
}

function* createBytes(steps: Generator<void, Json>): Generator<void, Buffer> {
  return yield* toJsonInSteps(yield* steps, DEPTH)
}
