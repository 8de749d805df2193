import { html } from '@plinth/core/http'
import type { ApiDocument } from './api-document.ts'
import type { DocsPage } from './layout.ts'
import { contentsOf, foundIn, type Listed, listing, partsOf } from './listing.ts'
import { renderMarkdown } from './markdown.ts'
import type { Texts } from './texts.ts'

interface Shown {
  readonly document: Pick<ApiDocument, 'title' | 'version' | 'description' | 'server'>
  readonly listed: Listed
  readonly texts: Texts
}

/** The first page: all guides and operations, or those that were found. */
export function indexPage({ document, listed, texts }: Shown): DocsPage {
  const { title, version, description, server } = document
  const { search } = listed
  const parts = partsOf(listed)
  const main = html`<h1>${title} <span class="version">${version}</span></h1>
    ${description !== '' && html`<div class="prose">${renderMarkdown(description)}</div>`}
    <p class="limits">${texts.baseUrl} <code>${server}</code> · <a href="/openapi.json">${texts.document}</a></p>
    <p class="unseen" id="docs-found" role="status">${foundIn(listed, texts)}</p>
    <div id="docs-results">${listing(parts, { search, texts })}</div>`
  return { title: texts.title, search, main, aside: contentsOf(parts, texts) }
}
