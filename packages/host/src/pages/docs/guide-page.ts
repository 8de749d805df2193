import { html } from '@plinth/core/http'
import { type Guide, type GuideText, imageFile } from './guides.ts'
import type { DocsPage } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import type { Texts } from './texts.ts'

interface Shown {
  readonly guide: Guide
  readonly text: GuideText
  /** The other guides of its module and itself, in order. */
  readonly siblings: readonly Guide[]
  /** The address of what a link of the guide leads to, if the reader may see it. */
  readonly link: (href: string) => string | undefined
  readonly texts: Texts
}

/** The page of a guide, with its contents and the other guides of its module beside it. */
export function guidePage({ guide, text, siblings, link, texts }: Shown): DocsPage {
  const prose = renderMarkdown(text.markdown, {
    link,
    image: (source) => imageFile(guide, text, source) && `${guide.href}/${source}`,
  })
  const parts = text.sections.filter(({ depth }) => depth === 2 || depth === 3)
  const { module, page } = guide
  return {
    title: page.title,
    main: html`<p class="crumbs"><a href="/docs">${texts.title}</a> / ${module.title}</p>
      <article class="prose" lang="en">${prose}</article>`,
    aside: html`${
      parts.length > 0 &&
      html`<nav aria-label="${texts.contents}">
        <h2>${texts.contents}</h2>
        <ul>
          ${parts.map(({ depth, slug, text: title }) => html`<li class="level-${depth}"><a href="#${slug}">${title}</a></li> `)}
        </ul>
      </nav>`
    }
    ${
      siblings.length > 1 &&
      html`<nav aria-label="${module.title}">
        <h2>${module.title}</h2>
        <ul>
          ${siblings.map((one) => {
            const current = one === guide && html` aria-current="page"`
            return html`<li><a href="${one.href}" ${current}>${one.page.title}</a></li> `
          })}
        </ul>
      </nav>`
    }`,
  }
}
