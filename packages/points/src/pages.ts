import { definePoint } from '@plinth/core'
import type { Access } from '@plinth/core/acl'
import { callable } from './callable.ts'

/** A document of a module that assistant clients may read, and people at `/docs` of a host, such as instructions for working with it. */
export interface Page {
  /** Letters, digits, `_` and `-`, at most 64 characters; unique within the module. */
  readonly name: string
  readonly title: string
  readonly access: Access
  /**
   * Markdown, or the URL of a Markdown file: `new URL('../README.md', import.meta.url)`. Its links may lead to the files of other pages,
   * and its images to files below its folder.
   */
  readonly text: string | URL
}

/** Declares a page. A module contributes it with `pages.of`. */
export function definePage(page: Page): Page {
  return Object.freeze(page)
}

/** The README of a package, which npm packs next to `dist`. `url` is the `import.meta.url` of a file directly in `src`. */
export function readmePage(page: Pick<Page, 'title' | 'access'>, url: string): Page {
  return definePage({ ...page, name: 'readme', text: new URL('../README.md', url) })
}

/** Documents that assistant clients and people may read. */
export const pages = definePoint<Page>({
  id: 'ai_assistant.pages',
  title: 'Page',
  name: ({ name }, { id }) => `${id}/${name}`,
  ...callable,
})
