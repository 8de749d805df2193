import { type Html, html } from '@plinth/core/http'
import type { ApiDocument } from '../../packages/host/src/pages/docs/api-document.ts'
import { guidePage } from '../../packages/host/src/pages/docs/guide-page.ts'
import { indexPage } from '../../packages/host/src/pages/docs/index-page.ts'
import { type DocsPage, renderPage } from '../../packages/host/src/pages/docs/layout.ts'
import { operationHref } from '../../packages/host/src/pages/docs/listing.ts'
import { operationPage, schemaPage } from '../../packages/host/src/pages/docs/operation-page.ts'
import { searchGuides, type Searched } from '../../packages/host/src/pages/docs/search-docs.ts'
import { textsFor } from '../../packages/host/src/pages/docs/texts.ts'
import { pathBetween, withFiles, fileOf } from './addresses.ts'
import { summaryOf } from './markdown-text.ts'
import { linkOf, shelfId, shelves, type SiteGuide } from './texts.ts'

/** What all pages are made of. */
export interface Content {
  readonly version: string
  readonly guides: readonly SiteGuide[]
  readonly document: ApiDocument
  /** The address of the files of this version in the repository. */
  readonly source: string | undefined
}

const { texts: english, locale } = textsFor('en')

/** The texts of the pages. */
export const texts = english

/** Scripts and styles come from beside the pages, and nothing comes from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'"

/** A page as a document with addresses of a host. */
export function renderDocument({ page, version, summary = '' }: PageOptions): string {
  const head: Html = html`<meta http-equiv="content-security-policy" content="${POLICY}" />
    ${summary !== '' && html`<meta name="description" content="${summary}" />`}
    <link rel="stylesheet" href="/assets/site.css" />
    <script src="/../versions.js" defer></script>
    <script src="/assets/site.js" defer></script>`
  const links = html`<a href="/docs">${texts.title}</a><a href="/openapi.json">OpenAPI</a
    ><span id="docs-version" data-version="${version}">${version}</span>`
  return renderPage({ brand: 'Plinth', locale, texts, head, links }, page)
}

export interface PageOptions {
  readonly page: DocsPage
  readonly version: string
  /** A sentence for search engines. */
  readonly summary?: string | undefined
}

/** The pages by file, and the links of texts that lead nowhere. */
export function renderPages(content: Content): { pages: Map<string, string>; broken: string[] } {
  const { document, version, guides } = content
  const broken: string[] = []
  const pages = new Map<string, string>()
  const add = (address: string, page: DocsPage, summary?: string) => {
    const file = fileOf(address)
    const markup = renderDocument({ page, version, summary })
    pages.set(
      file,
      withFiles(markup, (target) => pathBetween(file, target)),
    )
  }

  const listed = {
    search: '',
    shelves: toShelves(guides).map((shelf) => ({ ...shelf, guides: searchGuides(shelf.guides, []) })),
    operations: [...document.operations.values()],
  }
  add('/docs', indexPage({ document: { ...document, version }, listed, texts }))
  for (const one of guides) add(one.guide.href, toPage(one, content, broken), summaryOf(one.text.markdown))
  for (const operation of document.operations.values())
    add(operationHref(operation), operationPage(operation, { document, texts, isLive: false }), operation.summary)
  for (const name of document.schemas.keys())
    add(`/docs/schemas/${encodeURIComponent(name)}`, schemaPage(name, { document, texts })!)
  return { pages, broken }
}

function toPage({ guide, text, path }: SiteGuide, { guides, source }: Content, broken: string[]): DocsPage {
  const all = guides.map((one) => one.guide)
  const link = (href: string) =>
    linkOf(guide, href, { guides: all, source, onBroken: () => void broken.push(`${path}: ${href}`) })
  const siblings = all.filter(({ module }) => module === guide.module)
  return guidePage({ guide, text, siblings, link, texts })
}

/** The guides of each module. */
export const toShelves = (guides: readonly SiteGuide[]) =>
  shelves.map((module) => ({
    id: shelfId(module),
    name: module.title,
    guides: guides
      .filter(({ guide }) => guide.module === module)
      .map(({ guide: { href, page }, text: { sections } }): Searched => {
        return { guide: { href, page: { title: page.title } }, sections }
      }),
  }))
