import { html, type Html, trusted } from '@plinth/core/http'
import { Marked, type Token, type Tokens } from 'marked'

/** Where the links and images of a text lead. */
export interface Targets {
  /** The address of a link within the product; undefined if it leads nowhere here. Links with a scheme are not asked for. */
  link(href: string): string | undefined
  /** The address of an image; undefined if it is not shown. */
  image(href: string): string | undefined
}

export interface Heading {
  readonly depth: number
  readonly text: string
  /** The anchor, as GitHub writes it. */
  readonly slug: string
}

/** A heading with the text up to the next one, to be searched. */
export interface Section extends Heading {
  /** In small letters, without comments. */
  readonly lower: string
}

const NOWHERE: Targets = { link: (href) => (href.startsWith('#') ? href : undefined), image: () => undefined }

/** Markdown (with the tables of GitHub) as HTML. Its own HTML is shown as text; comments are left out. */
export function renderMarkdown(text: string, { link, image }: Targets = NOWHERE): Html {
  const slugs = new Slugs()
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text: own }) => (own.trimStart().startsWith('<!--') ? '' : html`${own}`.markup),
      heading(token) {
        const { depth, tokens } = token
        const tag = `h${depth}`
        return `<${tag} id="${html`${slugs.of(plainOf(token))}`.markup}">${this.parser.parseInline(tokens)}</${tag}>\n`
      },
      link({ href, tokens }) {
        const content = trusted(this.parser.parseInline(tokens))
        const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(href)?.[0].toLowerCase()
        if (scheme)
          return (SCHEMES.has(scheme) ? html`<a href="${href}" rel="noreferrer">${content}</a>` : content).markup
        const target = link(href)
        return (target === undefined ? content : html`<a href="${target}">${content}</a>`).markup
      },
      image({ href, text: alternative }) {
        const source = image(href)
        const shown = html`<img src="${source}" alt="${alternative}" loading="lazy" />`
        return (source === undefined ? html`<em>${alternative}</em>` : shown).markup
      },
      code: ({ text: code }) => html`<pre tabindex="0"><code>${code}</code></pre>`.markup,
      table(token) {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const head = token.header.some(({ text: title }) => title !== '')
          ? `<thead>${row(token.header, 'th')}</thead>`
          : ''
        const rows = token.rows.map((cells) => row(cells, 'td')).join('')
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>`
      },
    },
  })
  return trusted(marked.parse(text, { async: false }))
}

/** The sections of a text that begins with a heading, and the sources of its images. */
export function outlineOf(text: string): { readonly sections: readonly Section[]; readonly images: readonly string[] } {
  const slugs = new Slugs()
  const sections: (Section & { lower: string })[] = []
  const images: string[] = []
  const marked = new Marked({ gfm: true })
  const tokens = marked.lexer(text)
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'image') images.push((token as Tokens.Image).href)
  })
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plainOf(token)
      sections.push({ depth: (token as Tokens.Heading).depth, text: title, slug: slugs.of(title), lower: '' })
    }
    const current = sections.at(-1)
    if (current && token.type !== 'html') current.lower += token.raw.toLowerCase()
  }
  return { sections, images }
}

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/** The text of a token without its markup. */
function plainOf(token: Token): string {
  const tokens = (token as { readonly tokens?: readonly Token[] }).tokens
  if (tokens) return tokens.map(plainOf).join('')
  return 'text' in token ? (token as { readonly text: string }).text : ''
}

/** Anchors of the headings of one text, each of which is different. */
class Slugs {
  readonly #used = new Map<string, number>()

  of(title: string): string {
    const slug = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
    const before = this.#used.get(slug)
    this.#used.set(slug, (before ?? 0) + 1)
    return before === undefined ? slug : `${slug}-${before}`
  }
}
