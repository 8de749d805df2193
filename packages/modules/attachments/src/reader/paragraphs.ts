import type { TextSink } from './task.ts'

/** Texts of paragraphs, each followed by those within it. Lists within lists save copying them once for each paragraph around them. */
type Texts = (string | Texts)[]

/** A paragraph that has begun. */
interface Paragraph {
  /** What it says, if it stands in another paragraph; null if its text goes straight to the sink. */
  readonly parts: string[] | null
  /** Paragraphs within it. */
  inner: Texts | null
}

/**
 * Writes paragraphs. A paragraph within another one (a footnote, a comment, a text box) follows it, so that it does not stand
 * between the words, or in the middle of a word, where it is anchored.
 */
export class Prose {
  readonly #sink: TextSink
  readonly #open: Paragraph[] = []
  /** Characters that may still be held back. */
  #room: number

  constructor(sink: TextSink, { textLength }: { readonly textLength: number }) {
    this.#sink = sink
    this.#room = textLength
  }

  get isOpen(): boolean {
    return this.#open.length > 0
  }

  begin(): void {
    this.#open.push({ parts: this.isOpen ? [] : null, inner: null })
  }

  text(text: string): void {
    if (text === '') return
    const parts = this.#open.at(-1)?.parts
    if (!parts) return this.#sink.text(text)
    // The whole text is cut at this length anyway.
    if (this.#room > 0) parts.push(text)
    this.#room -= text.length
  }

  end(mark: string): void {
    const ended = this.#open.pop()
    if (!ended) return
    const { parts, inner } = ended
    const outer = this.#open.at(-1)
    if (parts && outer) {
      outer.inner ??= []
      outer.inner.push(`${parts.join('')}${mark}`)
      if (inner) outer.inner.push(inner)
      return
    }
    if (mark !== '') this.#sink.text(mark)
    this.#say(inner ?? [])
  }

  #say(texts: Texts): void {
    for (const text of texts) {
      if (typeof text === 'string') this.#sink.text(text)
      else this.#say(text)
    }
  }
}
