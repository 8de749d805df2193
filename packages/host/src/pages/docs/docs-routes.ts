import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { localeOf, notFoundPage } from '@plinth/console'
import { open, type Platform, PlatformError } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { html } from '@plinth/core/http'
import type { H3Event } from 'h3'
import type { Pages } from '../../observe/watch-requests.ts'
import { type ApiDocument, readDocument } from './api-document.ts'
import { createDocsAssets } from './assets.ts'
import { guidePage } from './guide-page.ts'
import { type Guide, guidesOf, imageFile, imageType, linkFrom, readGuide } from './guides.ts'
import { indexPage } from './index-page.ts'
import { docsHeaders, type DocsPage, renderPage } from './layout.ts'
import { operationPage, schemaPage } from './operation-page.ts'
import { searchGuides, searchOperations, wordsOf } from './search-docs.ts'
import { type Texts, textsFor } from './texts.ts'

export interface DocsOptions {
  readonly platform: Platform
  /** The name of the product. */
  readonly brand: string
  /** Whether there are pages to sign in and out at. */
  readonly signsIn: boolean
}

/** What a request may see. */
interface Visit {
  readonly document: ApiDocument
  /** The guides that the caller may read. */
  readonly guides: readonly Guide[]
  readonly isSignedIn: boolean
  readonly texts: Texts
  readonly locale: string
}

/**
 * The documentation at `/docs`: an API reference of the caller's OpenAPI document, and the guides of modules that the caller may read.
 * The server writes the pages, so a page costs a browser its own text instead of the whole document.
 */
export function mountDocs(pages: Pages, { platform, brand, signsIn }: DocsOptions): void {
  const assets = createDocsAssets('/docs/assets')
  const all = guidesOf(platform.modules)

  pages.get('/docs', (event) =>
    show(event, async ({ document, guides, isSignedIn, texts }) => {
      const search = event.url.searchParams.get('q')?.trim() ?? ''
      const words = wordsOf(search)
      const hidesGuides = !isSignedIn && guides.length < all.length && search === ''
      const shelf = {
        id: 'docs-guides',
        name: texts.guides,
        guides: searchGuides(words.length === 0 ? withoutText(guides) : await withText(guides), words),
        hint: hidesGuides ? html`<p class="limits">${texts.moreGuides}</p>` : undefined,
      }
      const operations = searchOperations(document.operations.values(), words)
      return indexPage({ document, texts, listed: { search, shelves: [shelf], operations } })
    }),
  )
  pages.get('/docs/operations/:id', (event) =>
    show(event, (visit) => {
      const operation = visit.document.operations.get(named(event, 'id'))
      return operation && operationPage(operation, { ...visit, isLive: true })
    }),
  )
  pages.get('/docs/schemas/:name', (event) => show(event, (visit) => schemaPage(named(event, 'name'), visit)))
  pages.get('/docs/guides/:module/:name', (event) =>
    show(event, async ({ guides, texts }) => {
      const guide = find(event, guides)
      if (!guide) return undefined
      const siblings = guides.filter(({ module }) => module === guide.module)
      const link = (href: string) => linkFrom(guide, href, guides)
      return guidePage({ guide, text: await readGuide(guide), siblings, link, texts })
    }),
  )
  pages.get('/docs/guides/:module/:name/**:image', async (event) => {
    const guide = find(event, (await visitOf(event)).guides)
    const source = named(event, 'image')
    const file = guide && imageFile(guide, await readGuide(guide), source)
    const content = file && (await readFile(file).catch(() => undefined))
    if (!content) return missing(event)
    const headers = { ...docsHeaders, 'content-type': imageType(source)!, 'cache-control': 'private, max-age=3600' }
    return new Response(new Uint8Array(content), { headers })
  })
  pages.get('/docs/assets/**', async ({ req }) => (await assets.serve(req)) ?? platform.fetch(req))

  async function show(
    event: H3Event,
    create: (visit: Visit) => DocsPage | undefined | Promise<DocsPage | undefined>,
  ): Promise<Response> {
    const visit = await visitOf(event)
    const page = await create(visit)
    if (!page) return missing(event)
    const { texts, locale, isSignedIn } = visit
    const back = encodeURIComponent(event.url.pathname)
    const account = isSignedIn
      ? html`<a href="/logout">${texts.signOut}</a>`
      : html`<a href="/login?redirect=${back}">${texts.signIn}</a>`
    const links = html`<a href="/docs">${texts.title}</a><a href="/openapi.json">OpenAPI</a>${signsIn && account}`
    const head = html`<link rel="stylesheet" href="${assets.path}/docs.css" />
      <script src="${assets.path}/docs.js" type="module"></script>`
    return compressed(event, renderPage({ brand, locale, texts, head, links }, page))
  }

  async function visitOf({ req }: H3Event): Promise<Visit> {
    const { texts, locale } = textsFor(localeOf(req.headers, platform.languages))
    const known = await recognize(req, locale)
    const caller = known?.caller ?? null
    return {
      document: indexed(known?.document ?? platform.document(locale)),
      guides: all.filter(({ page }) => (caller ? hasAccess(caller.actor, page.access) : page.access === open)),
      isSignedIn: caller !== null,
      texts,
      locale,
    }
  }

  /** Who asks, and their document; undefined for strangers, as which everybody is shown the pages while there is no database. */
  async function recognize(req: Request, locale: string) {
    try {
      const caller = await platform.identify(req)
      return caller && { caller, document: await platform.documentFor(caller, locale) }
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'unavailable') return undefined
      throw error
    }
  }

  const missing = ({ req }: H3Event) => notFoundPage(req, { brand })
}

const indexes = new WeakMap<object, ApiDocument>()

/** A document is indexed once, as long as the platform keeps it. */
function indexed(document: object): ApiDocument {
  const index = indexes.get(document) ?? readDocument(document)
  indexes.set(document, index)
  return index
}

/** A part of the path as it is sent: the names of what there is need no encoding. */
const named = ({ context }: H3Event, name: string): string => context.params?.[name] ?? ''

const find = (event: H3Event, guides: readonly Guide[]) =>
  guides.find(({ module, page }) => module.id === named(event, 'module') && page.name === named(event, 'name'))

const withoutText = (guides: readonly Guide[]) => guides.map((guide) => ({ guide, sections: [] }))

/** A text that cannot be read is not found. */
const withText = (guides: readonly Guide[]) =>
  Promise.all(
    guides.map(async (guide) => {
      const text = await readGuide(guide).catch(() => undefined)
      return { guide, sections: text?.sections ?? [] }
    }),
  )

const zip = promisify(gzip)

async function compressed({ req }: H3Event, text: string): Promise<Response> {
  if (!/\bgzip\b/.test(req.headers.get('accept-encoding') ?? '')) return new Response(text, { headers: docsHeaders })
  const body = new Uint8Array(await zip(text))
  return new Response(body, { headers: { ...docsHeaders, 'content-encoding': 'gzip' } })
}
