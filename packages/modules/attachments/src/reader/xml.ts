import { createMarkupParser, TooDeepError } from '../formats/markup-parser.ts'
import { ReadingError } from './task.ts'
import type { Parts } from './zip.ts'

/** Receives the elements and texts of a part while it is decompressed. */
export interface XmlHandler {
  onopentag?(name: string, attributes: Readonly<Record<string, string>>): void
  onclosetag?(name: string): void
  ontext?(text: string): void
}

/** Parses a part without building a tree. Entities that the part declares are not expanded. */
export async function parse(parts: Parts, name: string, handler: XmlHandler): Promise<void> {
  await parsePatiently(parts, name, { handler, between: () => undefined })
}

interface PatientParse {
  readonly handler: XmlHandler
  /** Awaited between two pieces of the part. */
  readonly between: () => Promise<unknown> | undefined
}

/** The same, waiting for the handler between pieces, so that what it passes on does not pile up. */
export async function parsePatiently(parts: Parts, name: string, { handler, between }: PatientParse): Promise<void> {
  const parser = await createMarkupParser(handler, { isXml: true })
  try {
    for await (const text of parts.read(name)) {
      parser.write(text)
      await between()
    }
    parser.end()
  } catch (error) {
    throw error instanceof TooDeepError ? new ReadingError('too_large') : error
  }
}

/** Names that have been seen: a document has millions of elements, but few names. */
const localNames = new Map<string, string>()
const MAX_NAMES = 1000

/** The name without its prefix. */
export function localName(name: string): string {
  const known = localNames.get(name)
  if (known !== undefined) return known
  const local = name.slice(name.indexOf(':') + 1)
  if (localNames.size < MAX_NAMES) localNames.set(name, local)
  return local
}

/** Leaves out elements with all that is in them, before they reach the handler. */
export class Skipping implements XmlHandler {
  readonly #inner: Required<XmlHandler>
  readonly #isSkipped: (name: string, attributes: Readonly<Record<string, string>>) => boolean
  #depth = 0

  constructor(
    inner: Required<XmlHandler>,
    isSkipped: (name: string, attributes: Readonly<Record<string, string>>) => boolean,
  ) {
    this.#inner = inner
    this.#isSkipped = isSkipped
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#depth > 0 || this.#isSkipped(name, attributes)) this.#depth++
    else this.#inner.onopentag(name, attributes)
  }

  onclosetag(name: string): void {
    if (this.#depth > 0) this.#depth--
    else this.#inner.onclosetag(name)
  }

  ontext(text: string): void {
    if (this.#depth === 0) this.#inner.ontext(text)
  }
}
