import type { Prose } from './paragraphs.ts'
import { localName, parse, Skipping, type XmlHandler } from './xml.ts'
import type { Parts } from './zip.ts'

interface ProseOptions {
  readonly prose: Prose
  /** Leaves out further elements. */
  readonly isSkipped?: (local: string, attributes: Attributes) => boolean
  /** Ids of the styles that hide text. */
  readonly hiding?: ReadonlySet<string>
}

/** Reads the words of a part of an OOXML file: of its body, of drawings, notes and comments. Words are in `t`, paragraphs are `p`. */
export async function readProse(
  parts: Parts,
  name: string,
  { prose, isSkipped = () => false, hiding = new Set() }: ProseOptions,
): Promise<void> {
  const text = new OfficeText(prose, hiding)
  const seen = new Skipping(text, (tag, attributes) => {
    const local = localName(tag)
    if (local === 'del' || local === 'moveFrom') text.joinNext()
    return UNSEEN.has(local) || isSkipped(local, attributes)
  })
  await parse(parts, name, new Alternatives(seen, () => text.said))
}

type Attributes = Readonly<Record<string, string>>

/** What tracked changes have deleted or moved away, former formatting, and the readings above words. */
const UNSEEN = new Set(['del', 'moveFrom', 'rPrChange', 'pPrChange', 'rt', 'rPh'])

/** Elements with text; `text` in comments. */
const TEXTS = new Set(['t', 'text'])
/** Elements after which a line ends. */
const LINES = new Set(['comment', 'cm', 'threadedComment'])
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['br', '\n'],
  ['cr', '\n'],
  ['ptab', '\t'],
  ['noBreakHyphen', '-'],
])

/** Characters of a text that are held until it ends. */
const MAX_HELD = 100_000

class OfficeText implements Required<XmlHandler> {
  readonly #prose: Prose
  readonly #hiding: ReadonlySet<string>
  /** Local names of the elements that have begun. */
  readonly #open: string[] = []
  /** Whether the style of each paragraph that has begun hides its text. */
  readonly #hidden: boolean[] = []
  #text = ''
  #isKept = false
  #isHidden = false
  /** Whether a tracked change has deleted the end of the paragraph, so that the next one goes on in its line. */
  #isJoined = false
  /** Characters of all texts. */
  said = 0

  constructor(prose: Prose, hiding: ReadonlySet<string>) {
    this.#prose = prose
    this.#hiding = hiding
  }

  onopentag(name: string, attributes: Attributes): void {
    const local = localName(name)
    const outer = this.#open.at(-1)
    this.#open.push(local)
    this.#text = ''
    if (local === 'p') {
      this.#prose.begin()
      this.#hidden.push(false)
      this.#isJoined = false
    } else if (local === 'r') this.#isHidden = this.#hidden.at(-1) ?? false
    else if (local === 'pStyle') this.#hideParagraph(attributes)
    // In a hidden paragraph, a style that hides shows.
    else if (local === 'rStyle' && this.#open.at(-3) === 'r')
      this.#isHidden = this.#hiding.has(valueOf(attributes) ?? '') !== this.#isHidden
    else if (TEXTS.has(local)) this.#isKept = attributes['xml:space'] === 'preserve'
    else if (local === 'vanish' && outer === 'rPr' && this.#open.at(-3) === 'r') this.#isHidden = isOn(attributes)
    // Elsewhere they define the positions of tabs.
    else if (local === 'tab' && outer === 'r') this.#say('\t')
    else if (SIGNS.has(local)) this.#say(SIGNS.get(local)!)
  }

  onclosetag(name: string): void {
    const local = localName(name)
    this.#open.pop()
    if (TEXTS.has(local)) this.#say(this.#isKept ? this.#text : withoutIndent(this.#text))
    this.#text = ''
    if (local === 'p') {
      this.#prose.end(this.#hidden.pop() || this.#isJoined ? '' : '\n')
      this.#isJoined = false
      this.#isHidden = false
    }
    if (LINES.has(local)) this.#prose.text('\n')
  }

  ontext(text: string): void {
    if (!TEXTS.has(this.#open.at(-1) ?? '')) return
    this.#text += text
    if (this.#text.length < MAX_HELD) return
    this.#say(this.#text)
    this.#text = ''
  }

  /** Called for a deletion: in the properties of a paragraph, it means the mark at its end. */
  joinNext(): void {
    this.#isJoined ||= this.#open.at(-1) === 'rPr' && this.#open.at(-2) === 'pPr'
  }

  #hideParagraph(attributes: Attributes): void {
    if (this.#hiding.has(valueOf(attributes) ?? '')) this.#hidden[this.#hidden.length - 1] = true
  }

  #say(text: string): void {
    if (this.#isHidden) return
    this.said += text.length
    this.#prose.text(text)
  }
}

/** Without the line breaks and blanks at its ends that a program has added to make a file readable. */
export function withoutIndent(text: string): string {
  if (!text.includes('\n')) return text
  const [start, end] = [text.length - text.trimStart().length, text.trimEnd().length]
  if (start === text.length) return ''
  return text.slice(text.slice(0, start).includes('\n') ? start : 0, text.slice(end).includes('\n') ? end : undefined)
}

/**
 * Passes on one of the alternatives that a file offers for the same content: the first choice, or the fallback for older programs
 * if the choice says nothing.
 */
class Alternatives implements Required<XmlHandler> {
  readonly #inner: Required<XmlHandler>
  readonly #said: () => number
  /** For each open offer, how much had been said before it. */
  readonly #offers: number[] = []
  #skipped = 0

  constructor(inner: Required<XmlHandler>, said: () => number) {
    this.#inner = inner
    this.#said = said
  }

  onopentag(name: string, attributes: Attributes): void {
    if (this.#skipped > 0) {
      this.#skipped++
      return
    }
    const local = localName(name)
    if (local === 'AlternateContent') this.#offers.push(this.#said())
    if ((local === 'Choice' || local === 'Fallback') && this.#said() > (this.#offers.at(-1) ?? Infinity))
      this.#skipped = 1
    else this.#inner.onopentag(name, attributes)
  }

  onclosetag(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    if (localName(name) === 'AlternateContent') this.#offers.pop()
    this.#inner.onclosetag(name)
  }

  ontext(text: string): void {
    if (this.#skipped === 0) this.#inner.ontext(text)
  }
}

const valueOf = (attributes: Attributes): string | undefined =>
  Object.entries(attributes).find(([name]) => localName(name) === 'val')?.[1]

/** Whether a property that is on or off is on. */
export const isOn = (attributes: Attributes): boolean => !/^(0|false|off)$/i.test(valueOf(attributes) ?? '')
