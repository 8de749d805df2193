import { readFile } from 'node:fs/promises'
import { type ReadResourceResult, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { type Actor, type Context, defineCache, type Module } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { internalRequests, readDescribedFields } from '@plinth/core/http'
import { pages } from '@plinth/points'
import type { Credential } from '../tools/credential.ts'
import { catalogFor, mayUse } from '../tools/catalog.ts'
import { specFor } from '../tools/search-spec.ts'

/** A readable resource: the API description, or a page of a module. */
interface ReadableResource extends Resource {
  read(context: ResourceContext): Promise<string> | string
}

interface ResourceContext {
  readonly ctx: Context
  readonly credential: Credential
}

const JSON_TYPE = 'application/json'

/** Documents that are expensive to generate. */
const documents = defineCache<string>('ai_assistant.documents')

const writtenOnce = ({ cached }: Context, key: string, write: () => Promise<string> | string) =>
  cached(documents, key, async () => ({ value: await write(), tags: [] }))

/** Rate limit of resource reads per credential and minute. */
const READS = { name: 'ai-resource-read', points: 120, window: 60, block: 0 } as const

const interfaces: readonly ReadableResource[] = [
  {
    uri: 'plinth://api',
    name: 'api',
    title: 'API',
    description: 'The operations that you may call, in the form that `search` uses',
    mimeType: JSON_TYPE,
    async read({ ctx }) {
      const catalog = await catalogFor(ctx)
      // Shared by all callers with the same permissions and custom fields.
      const key = catalog.operations.map(({ route }) => (mayUse(ctx.actor, route.spec.access) ? '1' : '0')).join('')
      return writtenOnce(ctx, `api ${key} ${catalog.key}`, () => JSON.stringify(specFor(catalog, ctx.actor)))
    },
  },
  {
    uri: 'plinth://openapi',
    name: 'openapi',
    title: 'API document',
    description: 'The whole HTTP interface (OpenAPI 3.1)',
    mimeType: JSON_TYPE,
    async read({ ctx, credential: { internal: credential } }) {
      const [{ key }, { language }] = [await readDescribedFields(ctx), await ctx.locale()]
      // Shared by all callers who may use the same fields, and have the same language.
      return writtenOnce(ctx, `openapi ${language} ${key}`, async () => {
        const { body } = await ctx.inject(internalRequests).serve({ method: 'GET', path: '/openapi.json', credential })
        return JSON.stringify(body)
      })
    },
  },
]

/** The resources an actor may read. */
export function resourcesFor(modules: readonly Module[], actor: Actor): readonly ReadableResource[] {
  const modulePages = pages
    .from(modules)
    .filter(({ value }) => hasAccess(actor, value.access))
    .map(({ module: { id }, value: { name, title, text } }) => ({
      uri: `plinth://pages/${id}/${name}`,
      name: `${id}/${name}`,
      title,
      mimeType: 'text/markdown',
      read: () => (typeof text === 'string' ? text : readFile(text, 'utf8')),
    }))
  return [...interfaces, ...modulePages]
}

export const describeResource = ({ read: _read, ...resource }: ReadableResource): Resource => resource

/** Reads a resource. Those the actor may not read are reported as not found. */
export async function readResource(
  readable: readonly ReadableResource[],
  { uri, ...context }: ResourceContext & { readonly uri: string },
): Promise<ReadResourceResult> {
  await context.ctx.inject(internalRequests).count(READS, context.credential.limitKey)
  const found = readable.find((one) => one.uri === uri)
  if (!found) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, mimeType: found.mimeType, text: await found.read(context) }] }
}
