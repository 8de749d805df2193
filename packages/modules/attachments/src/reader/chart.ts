import type { Prose } from './paragraphs.ts'
import { localName, parse, type XmlHandler } from './xml.ts'
import type { Parts } from './zip.ts'

/** Whether a relationship of this kind leads to a chart: of the usual types, or of those since 2016. */
export const isChart = (kind: string): boolean => kind === 'chart' || kind === 'chartEx'

/** Reads the words of a chart: its titles, and the names of its series and categories. Each name is read once. */
export async function readChart(parts: Parts, name: string, prose: Prose): Promise<void> {
  await parse(parts, name, new ChartText(prose))
}

/** Elements with names; other values are numbers. */
const NAMES = new Set(['strCache', 'strLit', 'strDim', 'txData'])
/** Names that are told apart. */
const MAX_NAMES = 10_000

class ChartText implements Required<XmlHandler> {
  readonly #prose: Prose
  readonly #names = new Set<string>()
  readonly #open: string[] = []
  #text = ''

  constructor(prose: Prose) {
    this.#prose = prose
  }

  onopentag(name: string): void {
    const local = localName(name)
    this.#open.push(local)
    if (local === 'p') this.#prose.begin()
    this.#text = ''
  }

  onclosetag(name: string): void {
    this.#open.pop()
    const local = localName(name)
    if (local === 't') this.#prose.text(this.#text)
    else if (local === 'br') this.#prose.text('\n')
    else if (local === 'p') this.#prose.end('\n')
    else if ((local === 'v' || local === 'pt') && this.#open.some((outer) => NAMES.has(outer)))
      this.#name(this.#text.trim())
    this.#text = ''
  }

  ontext(text: string): void {
    this.#text += text
  }

  #name(name: string): void {
    if (name === '' || this.#names.has(name)) return
    if (this.#names.size < MAX_NAMES) this.#names.add(name)
    this.#prose.begin()
    this.#prose.text(name)
    this.#prose.end('\n')
  }
}
