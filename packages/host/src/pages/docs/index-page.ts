import { html, type Html } from '@plinth/core/http'
import type { ApiDocument, Operation } from './api-document.ts'
import type { DocsPage } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import type { FoundGuide } from './search-docs.ts'
import type { Texts } from './texts.ts'

/** What the first page lists: everything, or what was found. */
export interface Listing {
  readonly document: ApiDocument
  readonly texts: Texts
  readonly search: string
  readonly guides: readonly FoundGuide[]
  readonly operations: readonly Operation[]
  /** Whether there may be more guides for somebody who signs in. */
  readonly hidesGuides: boolean
}

/** The first page: all guides and operations, or those that were found. */
export function indexPage(listing: Listing): DocsPage {
  const { document, texts, search, guides, operations, hidesGuides } = listing
  const { title, version, description, server } = document
  const count = guides.length + operations.length
  const reference = [...Map.groupBy(operations, ({ tag }) => tag)].map(([name, all], at) => ({
    id: `docs-tag-${at}`,
    name,
    content: operationList(all),
  }))
  const hint = hidesGuides && search === '' && html`<p class="limits">${texts.moreGuides}</p>`
  const content = html`${guides.length > 0 && guideList(guides)}${hint}`
  const reading = guides.length > 0 || hint ? [{ id: 'docs-guides', name: texts.guides, content }] : []
  // Words are found in more guides than operations, which would be below them all.
  const parts = search === '' ? [...reading, ...reference] : [...reference, ...reading]
  const main = html`<h1>${title} <span class="version">${version}</span></h1>
    ${description !== '' && html`<div class="prose">${renderMarkdown(description)}</div>`}
    <p class="limits">${texts.baseUrl} <code>${server}</code> · <a href="/openapi.json">${texts.document}</a></p>
    <p class="unseen" id="docs-found" role="status">
      ${search !== '' && texts.found.replace('{count}', String(count))}
    </p>
    <div id="docs-results">
      ${count === 0 && html`<p>${texts.nothing.replace('{search}', () => search)}</p>`}
      ${parts.map(
        ({ id, name, content }) =>
          html`<section aria-labelledby="${id}">
            <h2 id="${id}">${name}</h2>
            ${content}
          </section>`,
      )}
    </div>`
  return {
    title: texts.title,
    search,
    main,
    aside: html`<nav aria-label="${texts.contents}">
      <h2>${texts.contents}</h2>
      <ul>
        ${parts.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li> `)}
      </ul>
    </nav>`,
  }
}

const guideList = (guides: readonly FoundGuide[]): Html =>
  html`<ul class="guides">
    ${guides.map(
      ({ guide: { href, page }, headings }) =>
        html`<li>
          <a href="${href}">${page.title}</a>${
            headings.length > 0 &&
            html`<ul>
              ${headings.map(({ slug, text }) => html`<li><a href="${href}#${slug}">${text}</a></li> `)}
            </ul>`
          }
        </li> `,
    )}
  </ul>`

const operationList = (operations: readonly Operation[]): Html =>
  html`<ul class="operations">
    ${operations.map(
      (one) =>
        html`<li>
          <a href="${operationHref(one)}"
            >${methodMark(one)}<code class="path">${pathMark(one)}</code> <span>${one.summary}</span></a
          >
        </li> `,
    )}
  </ul>`

/** The address of the page of an operation. */
export const operationHref = ({ id }: Operation): string => `/docs/operations/${encodeURIComponent(id)}`

/** The method, in its colour. */
export const methodMark = ({ method }: Operation): Html =>
  html`<b class="method ${method.toLowerCase()}">${method}</b> `

/** A path may break before each of its parts. */
export const pathMark = ({ path }: Operation): Html =>
  html`${path.split(/(?=\/)/).map((part, at) => html`${at > 0 && html`<wbr />`}${part}`)}`
