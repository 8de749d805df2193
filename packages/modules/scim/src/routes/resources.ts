import { type Context, del, get, patch, PlatformError, post, put, type Route } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import { isDeepStrictEqual } from 'node:util'
import { scimPatch } from 'scim-patch'
import { z } from 'zod'
import { changeGroup, provisionGroup, removeGroup } from '../commands/groups.ts'
import { changeUser, provisionUser, removeUser } from '../commands/users.ts'
import { features } from '../contract.ts'
import { noResource, scimError } from '../errors.ts'
import { findGroup, findUser, ListQuery, ListResponse, listGroups, listUsers } from '../read.ts'
import { readUser, type Resource, toUser } from '../resources.ts'

/** One type of resource: how it is read and written. */
export interface ResourceType {
  readonly name: 'User' | 'Group'
  list(ctx: Context, page: z.output<typeof ListQuery>): Promise<z.input<typeof ListResponse>>
  find(ctx: Context, id: string): Promise<Resource | null>
  create(ctx: Context, resource: Resource): Promise<string>
  change(ctx: Context, id: string, resource: Resource): Promise<void>
  remove(ctx: Context, id: string): Promise<void>
}

const GroupBody = z.looseObject({
  displayName: z.string().trim().min(1).max(300),
  externalId: z.string().max(500).nullish(),
  members: z
    .array(z.looseObject({ value: z.uuid().toLowerCase() }))
    .max(10_000)
    .nullish(),
})

function readGroup(resource: Resource) {
  const parsed = GroupBody.safeParse(resource)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw scimError('bad_input', `${issue?.path.join('.')}: ${issue?.message}`, 'invalidValue')
  }
  const { displayName, externalId = null, members } = parsed.data
  return { displayName, externalId, members: (members ?? []).map(({ value }) => value) }
}

export const users: ResourceType = {
  name: 'User',
  list: listUsers,
  async find(ctx, id) {
    const user = await findUser(ctx, id)
    return user && toUser(ctx, user)
  },
  create: async (ctx, resource) => (await ctx.run(provisionUser, readUser(resource))).id,
  change: async (ctx, id, resource) => void (await ctx.run(changeUser, { id, ...readUser(resource) })),
  remove: async (ctx, id) => void (await ctx.run(removeUser, { id })),
}

export const groups: ResourceType = {
  name: 'Group',
  list: listGroups,
  find: findGroup,
  create: async (ctx, resource) => (await ctx.run(provisionGroup, readGroup(resource))).id,
  change: async (ctx, id, resource) => void (await ctx.run(changeGroup, { id, ...readGroup(resource) })),
  remove: async (ctx, id) => void (await ctx.run(removeGroup, { id })),
}

/** Maximum operations per PATCH. */
const MOST_OPERATIONS = 200

export const PatchBody = z.looseObject({
  Operations: z
    .array(
      z.looseObject({
        op: z
          .string()
          .transform((op) => op.toLowerCase())
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(1_000).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MOST_OPERATIONS),
})

/** The resource after a PATCH. Throws 400 for a path that does not exist, or a value that cannot replace a resource. */
export function patched(resource: Resource, { Operations }: z.output<typeof PatchBody>): Resource {
  let result: unknown
  try {
    result = scimPatch(structuredClone(resource) as never, Operations as never, { treatMissingAsAdd: true })
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The operation cannot be applied.'
    throw scimError('bad_input', message.slice(0, 300), 'invalidPath')
  }
  // Without a path, the value stands for the resource itself.
  if (typeof result !== 'object' || result === null || Array.isArray(result))
    throw scimError('bad_input', 'An operation without a path needs an object of attributes.', 'invalidValue')
  return result as Resource
}

/** Writes only if something changes, so that a synchronization without changes leaves no log entry. */
export async function write(
  ctx: Context,
  type: ResourceType,
  { id, before, after }: { readonly id: string; readonly before: Resource; readonly after: Resource },
): Promise<Resource> {
  if (!isDeepStrictEqual(contentOf(before), contentOf(after))) await type.change(ctx, id, after)
  return existing(ctx, type, id)
}

function contentOf({ meta: _meta, id: _id, schemas: _schemas, password: _password, ...content }: Resource): Resource {
  return JSON.parse(JSON.stringify(content)) as Resource
}

export async function existing(ctx: Context, type: ResourceType, id: string): Promise<Resource> {
  const found = await type.find(ctx, id)
  if (!found) throw noResource(id)
  return found
}

/** Throws 412 if the client has seen another version. */
function assertVersion({ headers }: RequestFacts, resource: Resource): void {
  const expected = headers.get('if-match')
  const { version } = resource['meta'] as { version: string }
  if (expected === null || expected === '*' || expected.split(',').some((one) => one.trim() === version)) return
  throw scimError('precondition_failed', 'The resource has changed.')
}

function tell(request: RequestFacts, resource: Resource): Resource {
  request.setHeader('etag', (resource['meta'] as { version: string }).version)
  return resource
}

const Body = z.looseObject({})
const params = z.object({ id: z.uuid().toLowerCase() })
const invalidId = () => scimError('not_found', 'Resource not found')
const invalid = () => scimError('bad_input', 'The body is not a resource.', 'invalidSyntax')

/** The routes of a resource type. */
export function routesOf(type: ResourceType): readonly Route[] {
  const base = `/scim/v2/${type.name}s`
  const common = { access: features.provision, isTool: false, takesCookies: false } as const
  const plural = type.name.toLowerCase()
  return [
    get(
      base,
      {
        ...common,
        operation: `list${type.name}s`,
        reads: `scim.${plural}`,
        summary: `The ${plural}s of the identity provider.`,
        query: ListQuery,
        response: ListResponse,
        errors: [400],
      },
      (ctx) => type.list(ctx, ctx.query),
    ),
    post(
      base,
      {
        ...common,
        operation: `create${type.name}`,
        summary: `Create a ${plural}.`,
        body: Body,
        response: Body,
        status: 201,
        errors: [400, 409],
      },
      async (ctx) => {
        const resource = await existing(ctx, type, await type.create(ctx, ctx.body))
        ctx.request.setHeader('location', (resource['meta'] as { location: string }).location)
        return tell(ctx.request, resource)
      },
    ),
    get(
      `${base}/{id}`,
      {
        ...common,
        operation: `get${type.name}`,
        summary: `A ${plural}.`,
        params,
        response: Body,
        errors: [400, 404],
        onInvalid: invalidId,
      },
      async (ctx) => tell(ctx.request, await existing(ctx, type, ctx.params.id)),
    ),
    put(
      `${base}/{id}`,
      {
        ...common,
        operation: `replace${type.name}`,
        summary: `Replace a ${plural}.`,
        params,
        body: Body,
        response: Body,
        errors: [400, 404, 409, 412],
        onInvalid: invalidId,
      },
      async (ctx) => {
        const { id } = ctx.params
        const before = await existing(ctx, type, id)
        assertVersion(ctx.request, before)
        return tell(ctx.request, await write(ctx, type, { id, before, after: ctx.body }))
      },
    ),
    patch(
      `${base}/{id}`,
      {
        ...common,
        operation: `update${type.name}`,
        summary: `Change a ${plural}.`,
        params,
        body: PatchBody,
        response: Body,
        errors: [400, 404, 409, 412],
        onInvalid: (error) => (error.issues.some(({ path }) => path[0] === 'id') ? invalidId() : invalid()),
      },
      async (ctx) => {
        const { id } = ctx.params
        const before = await existing(ctx, type, id)
        assertVersion(ctx.request, before)
        return tell(ctx.request, await write(ctx, type, { id, before, after: patched(before, ctx.body) }))
      },
    ),
    del(
      `${base}/{id}`,
      {
        ...common,
        operation: `delete${type.name}`,
        summary: `Delete a ${plural}.`,
        params,
        response: z.undefined(),
        status: 204,
        errors: [400, 404, 412],
        onInvalid: invalidId,
      },
      async (ctx) => {
        const { id } = ctx.params
        assertVersion(ctx.request, await existing(ctx, type, id))
        await type.remove(ctx, id)
        return undefined
      },
    ),
  ]
}

/** The status and body of an error, for bulk responses. */
export function toOutcome(error: unknown): { readonly status: string; readonly response: Resource } {
  if (!(error instanceof PlatformError) || error.status >= 500) throw error
  return { status: String(error.status), response: { detail: error.message, ...error.body } }
}
