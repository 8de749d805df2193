import { type Context, PlatformError, post } from '@plinth/core'
import { z } from 'zod'
import { invalidValue, scimError, toErrorBody } from '../errors.ts'
import { message } from '../protocol/message.ts'
import { PatchBody } from '../protocol/operations.ts'
import { locationOf } from '../resources/meta.ts'
import { groups, type ResourceType, users } from './resource-type.ts'
import { scimRoute } from './scim-route.ts'

/** Maximum operations per request. */
export const MAX_BULK = 1_000

const BulkBody = message({
  failOnErrors: z.int().min(1).nullish(),
  Operations: z
    .array(
      message({
        method: z.string().max(10),
        path: z.string().max(200),
        bulkId: z.string().max(200).nullish(),
        version: z.string().max(200).nullish(),
        data: z.looseObject({}).nullish(),
      }),
    )
    .max(MAX_BULK),
})

type BulkOperation = z.output<typeof BulkBody>['Operations'][number]

interface Outcome {
  readonly status: string
  readonly location?: string
  readonly version?: string
  readonly response?: Readonly<Record<string, unknown>>
}

const invalid = (error?: z.ZodError) =>
  error?.issues.some(({ path, code }) => path.length === 1 && code === 'too_big')
    ? scimError('too_large', `A request has at most ${MAX_BULK} operations.`)
    : scimError('bad_input', 'A bulk request has operations, each with a method and a path.', 'invalidSyntax')

/** POST /scim/v2/Bulk (RFC 7644, section 3.7). Each operation is a separate action and can refer to an earlier one. */
export const bulk = post(
  '/scim/v2/Bulk',
  {
    ...scimRoute([400]),
    operation: 'bulk',
    summary: 'Perform several changes in one request.',
    body: BulkBody,
    response: z.looseObject({
      schemas: z.array(z.string()),
      Operations: z.array(z.looseObject({ status: z.string() })),
    }),
    onInvalid: invalid,
    onUnreadable: () => invalid(),
  },
  async (ctx) => {
    const { Operations, failOnErrors } = ctx.body
    const ids = new Map<string, string>()
    const outcomes = new Map<BulkOperation, Outcome>()
    let failures = 0
    for (const operation of inOrder(Operations)) {
      if (failures >= (failOnErrors ?? Infinity)) break
      const outcome = await perform(ctx, operation, ids).catch(toOutcome)
      if (Number(outcome.status) >= 400) failures++
      outcomes.set(operation, outcome)
    }
    const answered = Operations.filter((operation) => outcomes.has(operation)).map((operation) => {
      const { method, bulkId } = operation
      const location = locationIn(ctx, operation, ids)
      return { method, ...(bulkId && { bulkId }), ...(location && { location }), ...outcomes.get(operation)! }
    })
    return { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'], Operations: answered }
  },
)

/** The operations, each after those that it refers to where that is possible: a group may precede its members. */
function inOrder(operations: readonly BulkOperation[]): readonly BulkOperation[] {
  const creating = new Map(operations.flatMap((one) => (one.bulkId ? [[one.bulkId, one] as const] : [])).toReversed())
  const done = new Set<BulkOperation>()
  const visiting = new Set<BulkOperation>()
  // Chains of references can be long, so the stack is our own.
  for (const first of operations) {
    const stack = [first]
    while (stack.length > 0) {
      const one = stack.at(-1)!
      const needed = visiting.has(one)
        ? []
        : referencesIn(one).flatMap((bulkId) => {
            const other = creating.get(bulkId)
            return other && other !== one && !done.has(other) && !visiting.has(other) ? [other] : []
          })
      visiting.add(one)
      if (needed.length > 0) stack.push(...needed)
      else {
        stack.pop()
        done.add(one)
      }
    }
  }
  return [...done]
}

/** A reference to a resource that another operation of the request creates: a value, or part of a path. */
const REFERENCE = /bulkId:([^"/\]\s\\]{1,200})/g
const PLACES = new Set(['value', '$ref', 'members', 'path'])

/** Calls `replace` for the references in an operation, and returns it with what that returned. */
function withReferences<T>(sent: T, replace: (reference: string, bulkId: string) => string): T {
  let isPlace = false
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return isPlace ? value.replaceAll(REFERENCE, replace) : value
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const outer = isPlace
    const entries = Object.entries(value).map(([name, part]) => {
      isPlace = PLACES.has(name.toLowerCase())
      return [name, walk(part)] as const
    })
    isPlace = outer
    return Object.fromEntries(entries)
  }
  return walk(sent) as T
}

function referencesIn({ path, data }: BulkOperation): readonly string[] {
  const found = new Set<string>()
  withReferences({ path, data }, (reference, bulkId) => {
    found.add(bulkId)
    return reference
  })
  return [...found]
}

const RESOURCE = /^\/?(User|Group)s(?:\/([^/?#]+))?$/

/** The address of the resource that an operation names (RFC 7644, section 3.7.3), whether or not it succeeded. */
function locationIn(ctx: Context, { path }: BulkOperation, ids: ReadonlyMap<string, string>): string | null {
  const [, type, id] = RESOURCE.exec(path) ?? []
  if (type === undefined || id === undefined) return null
  const known = id.startsWith('bulkId:') ? ids.get(id.slice('bulkId:'.length)) : id
  return known === undefined ? null : locationOf(ctx, type as 'User' | 'Group', known)
}

async function perform(ctx: Context, operation: BulkOperation, ids: Map<string, string>): Promise<Outcome> {
  const { bulkId } = operation
  const method = operation.method.toUpperCase()
  const { path, data } = resolved(operation, ids)
  const [, name, id] = RESOURCE.exec(path) ?? []
  if (name === undefined) throw scimError('bad_input', `There is no ${path.slice(0, 100)}.`, 'invalidPath')
  const type = name === 'User' ? users : groups
  if (method === 'POST') {
    if (id !== undefined) throw scimError('bad_input', 'A resource is created without an id.', 'invalidPath')
    if (bulkId && ids.has(bulkId)) throw invalidValue(`There are several operations with the bulkId ${bulkId}.`)
    const { id: created, location, version } = await type.create(ctx, data, NOTHING)
    if (bulkId) ids.set(bulkId, created)
    return { status: '201', location, version }
  }
  const known = z.uuid().toLowerCase().safeParse(id)
  if (!known.success) throw scimError('not_found', 'Resource not found')
  return performOn(ctx, type, { method, id: known.data, data, expected: operation.version ?? null })
}

interface Addressed {
  readonly method: string
  readonly id: string
  readonly data: Record<string, unknown>
  readonly expected: string | null
}

async function performOn(
  ctx: Context,
  type: ResourceType,
  { method, id, data, expected }: Addressed,
): Promise<Outcome> {
  if (method === 'DELETE') {
    await type.remove(ctx, id, expected)
    return { status: '204' }
  }
  if (method !== 'PUT' && method !== 'PATCH')
    throw scimError('bad_input', 'The method is none of POST, PUT, PATCH and DELETE.', 'invalidSyntax')
  const operations = method === 'PATCH' ? PatchBody.safeParse(data) : undefined
  if (operations?.success === false) throw scimError('bad_input', 'The data is not a PATCH.', 'invalidSyntax')
  const change = operations
    ? ({ kind: 'patch', operations: operations.data.Operations } as const)
    : ({ kind: 'replace', body: data } as const)
  const { location, version } = await type.change(ctx, { id, change, expected, projection: NOTHING })
  return { status: '200', location, version }
}

/** Responses of bulk operations do not contain the resources. */
const NOTHING = { included: [['id']], excluded: [] } as const

/** An operation with the ids of the resources that it refers to. Throws 409 for one that was not created. */
const resolved = ({ path, data }: BulkOperation, ids: ReadonlyMap<string, string>) =>
  withReferences({ path, data: data ?? {} }, (_reference, bulkId) => {
    const id = ids.get(bulkId)
    if (id === undefined) throw scimError('conflict', `Nothing was created for bulkId ${bulkId}.`)
    return id
  })

/** The status and body of an error. */
function toOutcome(error: unknown): Outcome {
  if (!(error instanceof PlatformError) || error.status >= 500) throw error
  const { status, message, body } = error
  return { status: String(status), response: toErrorBody(status, { error: message, ...body }) }
}
