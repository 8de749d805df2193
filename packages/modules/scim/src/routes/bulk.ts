import { post } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { scimError } from '../errors.ts'
import type { Resource } from '../resources.ts'
import { existing, groups, PatchBody, patched, type ResourceType, toOutcome, users, write } from './resources.ts'

/** Maximum operations per request. */
export const MOST_OPERATIONS = 1_000

const BulkBody = z.looseObject({
  failOnErrors: z.int().min(1).optional(),
  Operations: z
    .array(
      z.looseObject({
        method: z.string().max(10),
        path: z.string().max(200),
        bulkId: z.string().max(200).optional(),
        data: z.looseObject({}).optional(),
      }),
    )
    .max(MOST_OPERATIONS),
})

interface Outcome {
  readonly method: string
  readonly status: string
  readonly bulkId?: string
  readonly location?: string
  readonly response?: Resource
}

/** POST /scim/v2/Bulk (RFC 7644, section 3.7). Each operation is a separate action and can refer to an earlier one. */
export const bulk = post(
  '/scim/v2/Bulk',
  {
    operation: 'bulk',
    access: features.provision,
    takesCookies: false,
    isTool: false,
    summary: 'Several changes in one request.',
    body: BulkBody,
    response: z.looseObject({ Operations: z.array(z.looseObject({ status: z.string() })) }),
    errors: [400],
    onInvalid: () =>
      scimError('bad_input', `At most ${MOST_OPERATIONS} operations, each with a method and a path.`, 'invalidSyntax'),
  },
  async (ctx) => {
    const { Operations, failOnErrors = Infinity } = ctx.body
    const ids = new Map<string, string>()
    const outcomes: Outcome[] = []
    let failures = 0
    for (const { method, path, bulkId, data = {} } of Operations) {
      if (failures >= failOnErrors) break
      const named = { method, ...(bulkId !== undefined && { bulkId }) }
      try {
        const resolved = JSON.parse(withIds(JSON.stringify({ path, data }), ids)) as { path: string; data: Resource }
        const { created, ...outcome } = await perform(ctx, method.toUpperCase(), resolved)
        if (created !== undefined && bulkId !== undefined) ids.set(bulkId, created)
        outcomes.push({ ...named, ...outcome })
      } catch (error) {
        failures++
        outcomes.push({ ...named, ...toOutcome(error) })
      }
    }
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'],
      Operations: outcomes.map((outcome) => ({ ...outcome })),
    }
  },
)

/** The references to resources of earlier operations, as their ids. */
const withIds = (text: string, ids: ReadonlyMap<string, string>) =>
  text.replaceAll(/bulkId:([^"/]+)/g, (whole, name: string) => ids.get(name) ?? whole)

const TYPES: Readonly<Record<string, ResourceType>> = { Users: users, Groups: groups }

async function perform(
  ctx: Parameters<ResourceType['find']>[0],
  method: string,
  { path, data }: { readonly path: string; readonly data: Resource },
): Promise<Pick<Outcome, 'status' | 'location'> & { readonly created?: string }> {
  const [, plural = '', id] = /^\/(Users|Groups)(?:\/([0-9a-f-]{36}))?$/i.exec(path) ?? []
  const type = TYPES[plural]
  if (!type || (method === 'POST') !== (id === undefined)) throw scimError('bad_input', 'Unknown path.', 'invalidPath')
  if (method === 'POST') {
    const created = await type.create(ctx, data)
    return { created, status: '201', location: locationOf(await existing(ctx, type, created)) }
  }
  const before = await existing(ctx, type, id!)
  if (method === 'DELETE') {
    await type.remove(ctx, id!)
    return { status: '204', location: locationOf(before) }
  }
  if (method !== 'PUT' && method !== 'PATCH') throw scimError('bad_input', 'Unknown method.', 'invalidSyntax')
  const operations = method === 'PATCH' ? PatchBody.safeParse(data) : undefined
  if (operations?.success === false) throw scimError('bad_input', 'The body is not a PATCH.', 'invalidSyntax')
  const after = operations ? patched(before, operations.data) : data
  return { status: '200', location: locationOf(await write(ctx, type, { id: id!, before, after })) }
}

const locationOf = (resource: Resource) => (resource['meta'] as { location: string }).location
