import { html, type Html } from '@plinth/core/http'
import type { FoundGuide, GuideLink, OperationLink } from './search-docs.ts'
import type { Texts } from './texts.ts'

/** Guides under a heading. */
export interface Shelf {
  /** The anchor of the heading. */
  readonly id: string
  readonly name: string
  readonly guides: readonly FoundGuide[]
  /** A line below the guides. */
  readonly hint?: Html | undefined
}

/** What is listed: everything, or what was found. */
export interface Listed {
  readonly search: string
  readonly shelves: readonly Shelf[]
  readonly operations: readonly OperationLink[]
}

/** A part of the list. */
export interface Part {
  readonly id: string
  readonly name: string
  readonly content: Html
}

/** The parts of the list, without empty ones: guides, and operations by tag. */
export function partsOf({ search, shelves, operations }: Listed): readonly Part[] {
  const reference = [...Map.groupBy(operations, ({ tag }) => tag)].map(([name, all], at) => ({
    id: `docs-tag-${at}`,
    name,
    content: operationList(all),
  }))
  const reading = shelves
    .filter(({ guides, hint }) => guides.length > 0 || hint)
    .map(({ id, name, guides, hint }) => ({
      id,
      name,
      content: html`${guides.length > 0 && guideList(guides)}${hint}`,
    }))
  // Words are found in more guides than operations, which would be below them all.
  return search === '' ? [...reading, ...reference] : [...reference, ...reading]
}

/** The parts with their headings, or a sentence if there are none. */
export const listing = (
  parts: readonly Part[],
  { search, texts }: { readonly search: string; readonly texts: Texts },
) =>
  html`${parts.length === 0 && html`<p>${texts.nothing.replace('{search}', () => search)}</p>`}
  ${parts.map(
    ({ id, name, content }) =>
      html`<section aria-labelledby="${id}">
        <h2 id="${id}">${name}</h2>
        ${content}
      </section>`,
  )}`

/** Links to the parts. */
export const contentsOf = (parts: readonly Part[], texts: Texts): Html =>
  html`<nav aria-label="${texts.contents}">
    <h2>${texts.contents}</h2>
    <ul>
      ${parts.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li> `)}
    </ul>
  </nav>`

/** How much was found, for those who cannot see the list. */
export function foundIn({ search, shelves, operations }: Listed, texts: Texts): string {
  const count = shelves.reduce((sum, { guides }) => sum + guides.length, operations.length)
  return search === '' ? '' : texts.found.replace('{count}', String(count))
}

const guideList = (guides: readonly FoundGuide<GuideLink>[]): Html =>
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

const operationList = (operations: readonly OperationLink[]): Html =>
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
export const operationHref = ({ id }: OperationLink): string => `/docs/operations/${encodeURIComponent(id)}`

/** The method, in its colour. */
export const methodMark = ({ method }: OperationLink): Html =>
  html`<b class="method ${method.toLowerCase()}">${method}</b> `

/** A path may break before each of its parts. */
export const pathMark = ({ path }: OperationLink): Html =>
  html`${path.split(/(?=\/)/).map((part, at) => html`${at > 0 && html`<wbr />`}${part}`)}`
