import { composition, type Context, forbidden, get, type Route } from '@plinth/core'
import { z } from 'zod'
import { scimError } from '../errors.ts'
import { GROUPS, type ResourceSchema, type Schema, USERS } from '../protocol/schema.ts'
import { MAX_PAGE } from '../resources/page.ts'
import { MAX_BULK } from './bulk.ts'
import { scimRoute } from './scim-route.ts'

type Located = Pick<Context, 'inject'>

const metaAt = ({ inject }: Located, resourceType: string, path: string) => ({
  resourceType,
  location: `${inject(composition).origin}/api/scim/v2/${path}`,
})

const schemas: readonly Schema[] = [USERS, GROUPS].flatMap(({ core, extensions }) => [core, ...extensions])

const toSchema = (ctx: Located, schema: Schema) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  ...schema,
  meta: metaAt(ctx, 'Schema', `Schemas/${schema.id}`),
})

const toResourceType = (ctx: Located, { core, extensions }: ResourceSchema) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: core.name,
  name: core.name,
  description: core.description,
  endpoint: `/${core.name}s`,
  schema: core.id,
  schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
  meta: metaAt(ctx, 'ResourceType', `ResourceTypes/${core.name}`),
})

const listOf = (resources: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: [...resources],
})

const toProvider = (ctx: Located) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: MAX_BULK, maxPayloadSize: 1_000_000 },
  filter: { supported: true, maxResults: MAX_PAGE },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A key of a service account.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: metaAt(ctx, 'ServiceProviderConfig', 'ServiceProviderConfig'),
})

const Answer = z.looseObject({})
const id = z.object({ id: z.string().max(300) })
const Listed = z.looseObject({ filter: z.string().optional() })

const spec = (operation: string, summary: string) => ({
  ...scimRoute([]),
  operation,
  summary,
  response: Answer,
})

/** These lists cannot be filtered (RFC 7644, section 4). */
function assertWhole(filter: string | undefined): void {
  if (filter !== undefined) throw forbidden('This list cannot be filtered.')
}

/** The element with an id. Throws 404. */
function pick<T>(all: readonly T[], idOf: (one: T) => string, wanted: string): T {
  const found = all.find((one) => idOf(one).toLowerCase() === wanted.toLowerCase())
  if (found === undefined) throw scimError('not_found', 'Resource not found')
  return found
}

/** What a provider may ask about this interface (RFC 7644, section 4). */
export const discoveryRoutes: readonly Route[] = [
  get(
    '/scim/v2/ServiceProviderConfig',
    spec('getServiceProviderConfig', 'Get the supported features of SCIM.'),
    toProvider,
  ),
  get('/scim/v2/ResourceTypes', { ...spec('listResourceTypes', 'List the resource types.'), query: Listed }, (ctx) => {
    assertWhole(ctx.query.filter)
    return listOf([USERS, GROUPS].map((one) => toResourceType(ctx, one)))
  }),
  get(
    '/scim/v2/ResourceTypes/{id}',
    { ...spec('getResourceType', 'Get a resource type.'), ...scimRoute([404]), params: id },
    (ctx) =>
      toResourceType(
        ctx,
        pick([USERS, GROUPS], ({ core }) => core.name, ctx.params.id),
      ),
  ),
  get('/scim/v2/Schemas', { ...spec('listSchemas', 'List the schemas.'), query: Listed }, (ctx) => {
    assertWhole(ctx.query.filter)
    return listOf(schemas.map((one) => toSchema(ctx, one)))
  }),
  get('/scim/v2/Schemas/{id}', { ...spec('getSchema', 'Get a schema.'), ...scimRoute([404]), params: id }, (ctx) =>
    toSchema(
      ctx,
      pick(schemas, (one) => one.id, ctx.params.id),
    ),
  ),
]
