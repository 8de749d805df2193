import { type OperationLink, type Searched } from '../../packages/host/src/pages/docs/search-docs.ts'
import type { Texts } from '../../packages/host/src/pages/docs/texts.ts'
import { type Content, texts, toShelves } from './pages.ts'

/** What is searched in a browser. */
export interface SearchIndex {
  readonly texts: Texts
  readonly shelves: readonly { readonly id: string; readonly name: string; readonly guides: readonly Searched[] }[]
  readonly operations: readonly OperationLink[]
}

/** A script rather than JSON, which pages that are opened as files may not read. */
export function toSearchScript({ guides, document }: Content): string {
  const operations = [...document.operations.values()].map(({ id, method, path, tag, summary }) => {
    return { id, method, path, tag, summary }
  })
  const index: SearchIndex = { texts, shelves: toShelves(guides), operations }
  return `globalThis.plinthSearch = ${JSON.stringify(index)}\n`
}
