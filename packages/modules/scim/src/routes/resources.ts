import { type Context, del, get, patch, post, put, type Route } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import { z } from 'zod'
import { changeGroup, provisionGroup, removeGroup } from '../commands/groups.ts'
import { changeUser, provisionUser, removeUser } from '../commands/users.ts'
import { scimError } from '../errors.ts'
import { MAX_OPERATIONS, PatchBody } from '../protocol/operations.ts'
import { ProjectionQuery } from '../protocol/projection.ts'
import { ListQuery, ListResponse, SearchBody } from '../resources/page.ts'
import { isVersion } from '../resources/versions.ts'
import { type Answered, groups, type ResourceType, users } from './resource-type.ts'
import { scimRoute } from './scim-route.ts'

const Body = z.looseObject({})
const params = z.object({ id: z.uuid().toLowerCase() })
const invalidId = () => scimError('not_found', 'Resource not found')
const invalidPatch = () =>
  scimError('bad_input', `A PATCH has 1 to ${MAX_OPERATIONS} operations, each with an op.`, 'invalidSyntax')
const unreadable = () => scimError('bad_input', 'The body is not a resource.', 'invalidSyntax')

const toRefusal = (whole: () => Error) => (error: z.ZodError) =>
  (error.issues.some(({ path }) => path[0] === 'id') ? invalidId() : whole()) as ReturnType<typeof invalidId>

const expectedIn = ({ headers }: RequestFacts) => headers.get('if-match')

/** Answers with a resource and its entity tag. */
function tell(request: RequestFacts, { resource, version }: Answered): Record<string, unknown> {
  request.setHeader('etag', version)
  return { ...resource }
}

/** The routes of a resource type. */
function routesOf(
  type: ResourceType,
  commands: {
    readonly create: typeof provisionUser | typeof provisionGroup
    readonly change: typeof changeUser | typeof changeGroup
    readonly remove: typeof removeUser | typeof removeGroup
  },
): readonly Route[] {
  const { name } = type
  const base = `/scim/v2/${name}s`
  const noun = name.toLowerCase()
  const one = { params, query: ProjectionQuery, response: Body, onInvalid: toRefusal(unreadable) }
  return [
    get(
      base,
      {
        ...scimRoute([400]),
        operation: `list${name}s`,
        reads: `scim.${noun}`,
        summary: `List the ${noun}s of the identity provider.`,
        query: ListQuery,
        response: ListResponse,
      },
      (ctx) => type.list(ctx, ctx.query),
    ),
    post(
      `${base}/.search`,
      {
        ...scimRoute([400]),
        operation: `search${name}s`,
        summary: `Search the ${noun}s of the identity provider with a body instead of a query.`,
        body: SearchBody,
        response: ListResponse,
        onInvalid: unreadable,
        onUnreadable: unreadable,
      },
      (ctx) => type.list(ctx, ctx.body),
    ),
    post(
      base,
      {
        ...scimRoute([400, 409]),
        operation: `create${name}`,
        summary: `Create a ${noun}.`,
        runs: commands.create,
        query: ProjectionQuery,
        body: Body,
        response: Body,
        status: 201,
        onInvalid: unreadable,
        onUnreadable: unreadable,
      },
      async (ctx) => {
        const created = await type.create(ctx, ctx.body, type.projection(ctx.query))
        ctx.request.setHeader('location', created.location)
        return tell(ctx.request, created)
      },
    ),
    get(
      `${base}/{id}`,
      { ...scimRoute([400, 404]), ...one, operation: `get${name}`, summary: `Get a ${noun}.` },
      async (ctx) => {
        const found = await type.find(ctx, ctx.params.id, type.projection(ctx.query))
        const known = ctx.request.headers.get('if-none-match')
        if (known !== null && isVersion(known, found.version))
          return new Response(null, { status: 304, headers: { etag: found.version } })
        return tell(ctx.request, found)
      },
    ),
    put(
      `${base}/{id}`,
      {
        ...scimRoute([400, 404, 409, 412]),
        ...one,
        operation: `replace${name}`,
        summary: `Replace a ${noun}.`,
        runs: commands.change,
        body: Body,
        onUnreadable: unreadable,
      },
      async (ctx) => tell(ctx.request, await change(ctx, type, { kind: 'replace', body: ctx.body })),
    ),
    patch(
      `${base}/{id}`,
      {
        ...scimRoute([400, 404, 409, 412]),
        ...one,
        operation: `update${name}`,
        summary: `Update parts of a ${noun}.`,
        runs: commands.change,
        body: PatchBody,
        onInvalid: toRefusal(invalidPatch),
        onUnreadable: unreadable,
      },
      async (ctx) => {
        const changed = await change(ctx, type, { kind: 'patch', operations: ctx.body.Operations })
        if (changed.resource !== null) return tell(ctx.request, changed)
        return new Response(null, { status: 204, headers: { etag: changed.version } })
      },
    ),
    del(
      `${base}/{id}`,
      {
        ...scimRoute([400, 404, 412]),
        operation: `delete${name}`,
        summary: `Delete a ${noun}.`,
        runs: commands.remove,
        params,
        response: z.undefined(),
        status: 204,
        onInvalid: invalidId,
      },
      async (ctx) => {
        await type.remove(ctx, ctx.params.id, expectedIn(ctx.request))
        return undefined
      },
    ),
  ]
}

type ChangeContext = Context & {
  readonly request: RequestFacts
  readonly params: z.output<typeof params>
  readonly query: z.output<typeof ProjectionQuery>
}

const change = (ctx: ChangeContext, type: ResourceType, asked: Parameters<ResourceType['change']>[1]['change']) =>
  type.change(ctx, {
    id: ctx.params.id,
    change: asked,
    expected: expectedIn(ctx.request),
    projection: type.projection(ctx.query),
  })

export const resourceRoutes: readonly Route[] = [
  ...routesOf(users, { create: provisionUser, change: changeUser, remove: removeUser }),
  ...routesOf(groups, { create: provisionGroup, change: changeGroup, remove: removeGroup }),
]
