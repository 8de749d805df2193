import { definePoint } from '@plinth/core'
import type { Access } from '@plinth/core/acl'
import { callable } from './callable.ts'

/** A text of a module that clients of assistants may read, such as how to work with it. */
export interface Page {
  /** Letters, digits, `_` and `-`, 64 at most; unique in its module. */
  readonly name: string
  readonly title: string
  readonly access: Access
  /** Markdown, or the file that it is in: `new URL('../README.md', import.meta.url)`. */
  readonly text: string | URL
}

/** Declares a page. A module contributes it by `pages.of`. */
export function definePage(page: Page): Page {
  return Object.freeze(page)
}

/** The README of a package, which npm packs beside `dist`. `url` is the `import.meta.url` of a file in `src` itself. */
export function readmePage(page: Pick<Page, 'title' | 'access'>, url: string): Page {
  return definePage({ ...page, name: 'readme', text: new URL('../README.md', url) })
}

/** What clients of assistants may read. */
export const pages = definePoint<Page>({
  id: 'ai_assistant.pages',
  title: 'Page',
  name: ({ name }, { id }) => `${id}/${name}`,
  ...callable,
})
