import { createMarkupParser, TooDeepError } from '../formats/markup-parser.ts'
import { readFlatDocument } from './open-document.ts'

/**
 * The text that somebody sees in HTML or XML: content that browsers do not display is left out. Entities declared by a document are not expanded, which rules out expansion attacks. Where elements are nested too deeply, the
 * rest is read as if all of them had been closed; in HTML, closing tags may have been left out.
 */
export async function toShownText(source: string, mimeType: string): Promise<string> {
  const texts: string[] = []
  if (FLAT_DOCUMENT.test(source.slice(0, START))) {
    await readFlatDocument(source, { text: (text) => void texts.push(text), page() {} })
    return texts.join('').trim()
  }
  for (let rest: string | null = source; rest !== null;) rest = await addShownText(texts, rest, mimeType)
  return texts
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim()
}

const HIDDEN_ELEMENTS = new Set(['script', 'style', 'template', 'noscript'])
/** What nobody sees in documents of Word that consist of one XML file, such as text that tracked changes have deleted. */
const HIDDEN_IN_OFFICE = new Set(['w:del', 'w:movefrom', 'w:bindata', 'w:instrtext', 'pkg:binarydata'])
/** Whether an element says that it is not displayed. What style sheets say is not known. */
const isNotDisplayed = ({ hidden, style }: Readonly<Record<string, string>>): boolean =>
  (hidden !== undefined && hidden.toLowerCase() !== 'until-found') ||
  (style !== undefined &&
    /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)\s*(!\s*important\s*)?(;|$)/i.test(style))

/** The readings above words, which would stand between them. */
const READINGS = new Set(['rt', 'rp'])
const CELLS = new Set(['td', 'th'])
const BLOCKS =
  /^(address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|option|p|pre|section|summary|table|title|tr|ul)$/

/** An OpenDocument file that consists of one XML file, and where its first element may begin. */
const [FLAT_DOCUMENT, START] = [/<office:document[\s>]/, 2000]

/** Adds the text of a document; returns what follows the element that is nested too deeply, null if there is none. */
async function addShownText(texts: string[], source: string, mimeType: string): Promise<string | null> {
  const isPage = mimeType === 'text/html' || mimeType === 'application/xhtml+xml'
  const alsoHidden = isPage ? READINGS : HIDDEN_IN_OFFICE
  const isHidden = (name: string) => HIDDEN_ELEMENTS.has(name) || alsoHidden.has(name)
  const addSpace = (name: string) => {
    if (!isPage || BLOCKS.test(name)) texts.push('\n')
    else if (CELLS.has(name)) texts.push(' ')
  }
  let hidden = 0
  const parser = await createMarkupParser(
    {
      onopentag(name, attributes) {
        if (hidden > 0 || isHidden(name.toLowerCase()) || (isPage && isNotDisplayed(attributes))) hidden++
        if (isPage) addSpace(name)
      },
      onclosetag(name) {
        if (hidden > 0) hidden--
        addSpace(name)
      },
      ontext(text) {
        if (hidden === 0) texts.push(text)
      },
    },
    { isXml: mimeType !== 'text/html' },
  )
  try {
    parser.end(source)
    return null
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error
    return source.slice(parser.startIndex)
  }
}
