import { readFile } from 'node:fs/promises'
import { type ReadResourceResult, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { type Actor, composition, type Context, type Module } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { internalRequests } from '@plinth/core/http'
import { pages } from '@plinth/points'
import type { Credential } from '../tools/credential.ts'
import { toolCatalogOf } from '../tools/catalog.ts'
import { specFor } from '../tools/spec.ts'

/** What clients may read: the interface, and the pages of modules. */
interface ReadableResource extends Resource {
  read(context: ResourceContext): Promise<string> | string
}

interface ResourceContext {
  readonly ctx: Context
  readonly credential: Credential
}

const JSON_TYPE = 'application/json'

const interfaces: readonly ReadableResource[] = [
  {
    uri: 'plinth://api',
    name: 'api',
    title: 'API',
    description: 'The operations that you may call, as `search` has them',
    mimeType: JSON_TYPE,
    read: ({ ctx }) => JSON.stringify(specFor(toolCatalogOf(ctx.inject(composition).modules), ctx.actor)),
  },
  {
    uri: 'plinth://openapi',
    name: 'openapi',
    title: 'API document',
    description: 'The whole HTTP interface (OpenAPI 3.1)',
    mimeType: JSON_TYPE,
    async read({ ctx, credential: { internal: credential } }) {
      const { body } = await ctx.inject(internalRequests).serve({ method: 'GET', path: '/openapi.json', credential })
      return JSON.stringify(body)
    },
  },
]

/** What somebody may read. */
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

/** What a resource says; one that somebody may not read is one that does not exist. */
export async function readResource(
  readable: readonly ReadableResource[],
  { uri, ...context }: ResourceContext & { readonly uri: string },
): Promise<ReadResourceResult> {
  const found = readable.find((one) => one.uri === uri)
  if (!found) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, mimeType: found.mimeType, text: await found.read(context) }] }
}
