import { type ReadResourceResult, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { composition, type Context } from '@plinth/core'
import type { Caller } from '../tools/caller.ts'
import { catalogOf } from '../tools/catalog.ts'
import { specFor } from '../tools/spec.ts'
import type { McpPage } from './options.ts'

const API = 'plinth://api'
const PAGES = 'plinth://pages/'

/** What clients may read: the operations that the caller may call, and the host's pages. */
export function listResources(pages: readonly McpPage[]): Resource[] {
  return [
    { uri: API, name: 'api', title: 'API', description: 'The operations you may call', mimeType: 'application/json' },
    ...pages.map(({ name, title }) => ({ uri: PAGES + name, name, title, mimeType: 'text/markdown' })),
  ]
}

export async function readResource(
  uri: string,
  { ctx, caller, pages }: { readonly ctx: Context; readonly caller: Caller; readonly pages: readonly McpPage[] },
): Promise<ReadResourceResult> {
  const session = uri === API ? await caller.session() : null
  if (session) {
    const spec = specFor(catalogOf(ctx.get(composition).modules), session.actor)
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(spec) }] }
  }
  const page = pages.find(({ name }) => PAGES + name === uri)
  if (!page) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, mimeType: 'text/markdown', text: await page.text() }] }
}
