import { html } from '@plinth/core/http'
import { isLink, type MailProblem, problemAt } from '@plinth/points'
import type { Parser } from 'htmlparser2'

/** The elements of emails, each with its attributes besides those of all elements. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'target', 'rel'],
  b: [],
  blockquote: [],
  br: [],
  caption: [],
  center: [],
  code: [],
  div: [],
  em: [],
  font: ['color', 'face', 'size'],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: ['size', 'noshade'],
  i: [],
  img: ['src', 'alt', 'border'],
  li: ['value'],
  ol: ['start', 'type'],
  p: [],
  pre: [],
  s: [],
  small: [],
  span: [],
  strong: [],
  sub: [],
  sup: [],
  table: ['border', 'cellpadding', 'cellspacing', 'role'],
  tbody: [],
  td: ['colspan', 'rowspan', 'nowrap'],
  tfoot: [],
  th: ['colspan', 'rowspan', 'scope', 'nowrap'],
  thead: [],
  tr: [],
  u: [],
  ul: ['type'],
}

const EVERYWHERE: ReadonlySet<string> = new Set([
  'align',
  'bgcolor',
  'dir',
  'height',
  'lang',
  'style',
  'title',
  'valign',
  'width',
])

/** Properties of styles. Positions, images and content are missing, which would let a text look like something else. */
const STYLES =
  /^(background-color|border(-(top|right|bottom|left))?(-(color|style|width|radius|collapse|spacing))?|color|direction|display|font(-(family|size|style|variant|weight))?|height|letter-spacing|line-height|list-style-type|margin(-(top|right|bottom|left))?|max-width|min-width|padding(-(top|right|bottom|left))?|text-(align|decoration|indent|transform)|vertical-align|white-space|width|word-break)$/

/** Values without addresses, escapes and functions other than those of colours. */
const STYLE_VALUE = /^(?:[\w\s#%.,!'"+-]|rgba?\([\d\s.,%]*\))*$/

const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

const MAX_DEPTH = 50
const MAX_PROBLEMS = 20

/** The HTML of an email as it is stored, or what is wrong with it. */
export interface ReadMarkup {
  readonly markup: string
  readonly problems: readonly MailProblem[]
}

/**
 * Reads what stands within the body of an email. Everything that is not known to be harmless is a problem: scripts, forms, frames,
 * comments, styles with addresses, and links to anything but pages, mail addresses and the values in `links`. The result is written
 * anew from what was read, so it has no other meaning for programs that read HTML differently.
 */
export async function readMarkup(source: string, links: ReadonlySet<string>): Promise<ReadMarkup> {
  const { Parser } = await import('htmlparser2')
  const problems: MailProblem[] = []
  const written: string[] = []
  let depth = 0
  const report = (reason: string) => {
    problems.push(problemAt({ part: 'html', source }, parser.startIndex, reason))
    if (problems.length === MAX_PROBLEMS) throw new EnoughError()
  }
  const parser: Parser = new Parser({
    onopentag(name, attributes) {
      if (!VOID.has(name) && ++depth > MAX_DEPTH) {
        report(`elements are nested deeper than ${MAX_DEPTH}`)
        throw new EnoughError()
      }
      if (!Object.hasOwn(ELEMENTS, name)) return report(`<${name.slice(0, 40)}> is not allowed`)
      for (const [attribute, value] of Object.entries(attributes)) {
        const reason = refuse({ name, attribute, value, links })
        if (reason !== undefined) report(reason)
      }
      const kept = Object.entries(attributes).map(([attribute, value]) => html` ${attribute}="${value}"`.markup)
      written.push(`<${name}${kept.join('')}>`)
    },
    onclosetag(name) {
      if (VOID.has(name)) return
      depth--
      written.push(`</${name}>`)
    },
    ontext: (text) => void written.push(toText(text)),
    oncomment: () => report('comments are not allowed'),
    oncdatastart: () => report('CDATA is not allowed'),
    onprocessinginstruction: () => report('only what stands within <body> is needed'),
  })
  try {
    parser.end(source)
  } catch (error) {
    if (!(error instanceof EnoughError)) throw error
  }
  return { markup: written.join(''), problems }
}

/** The rest is not read: the parser takes time for each element in proportion to its depth. */
class EnoughError extends Error {}

interface SentAttribute {
  readonly name: string
  readonly attribute: string
  readonly value: string
  readonly links: ReadonlySet<string>
}

function refuse({ name, attribute, value, links }: SentAttribute): string | undefined {
  const isKnown = EVERYWHERE.has(attribute) || ELEMENTS[name]!.includes(attribute)
  if (!isKnown) return `the attribute "${attribute.slice(0, 40)}" of <${name}> is not allowed`
  if (attribute === 'href') {
    const [, link] = /^\{(\w+)\}$/.exec(value) ?? []
    if (link !== undefined && links.has(link)) return undefined
    return isLink(value) && !value.includes('{')
      ? undefined
      : 'a link must be a value that is a link, or begin with http:, https: or mailto:'
  }
  if (attribute === 'src')
    return /^https:/i.test(value) && isLink(value) && !value.includes('{')
      ? undefined
      : 'an image must begin with https:'
  if (value.includes('{')) return 'a value can only stand in texts and in links'
  return attribute === 'style' ? refuseStyle(value) : undefined
}

function refuseStyle(style: string): string | undefined {
  for (const declaration of style.split(';')) {
    const [property = '', ...value] = declaration.split(':')
    if (declaration.trim() === '') continue
    if (!STYLES.test(property.trim().toLowerCase())) return `the style "${property.trim().slice(0, 40)}" is not allowed`
    if (!STYLE_VALUE.test(value.join(':'))) return `the value of the style "${property.trim()}" is not allowed`
  }
  return undefined
}

/** Braces that do not enclose a name cannot be taken for a value later. */
const toText = (text: string) => html`${text}`.markup.replaceAll(/\{(?![A-Za-z]\w{0,63}\})/g, '&#123;')
