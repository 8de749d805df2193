// Documents arrive from strangers and are read in the thread that serves all requests. The libraries of the field took half a
// second for a response with a thousand groups: they search with expressions and parse the document again for each certificate.
// This reads the part of XML 1.0 that SAML uses, in one pass, and stops as soon as a limit is exceeded.

/** Limits of a document. A response with a thousand groups, each with its own type, stays below them. */
export const XML_LIMITS = {
  characters: 500_000,
  elements: 1_500,
  /** Of the whole document, with declarations of namespaces. */
  attributes: 6_000,
  attributesOfOne: 50,
  /** Characters of a namespace. It is declared once, and then compared and written wherever it is used. */
  namespace: 150,
  /** Characters of the namespaces of all attributes, counted for each of them: attributes are sorted by them. */
  namespaces: 150_000,
  levels: 40,
  /** Elements, ends of elements, comments and CDATA sections. */
  tags: 4_000,
} as const

export interface XmlAttribute {
  /** As written, with its prefix. */
  readonly name: string
  readonly prefix: string
  readonly local: string
  /** Its namespace; empty if it has none. */
  readonly namespace: string
  readonly value: string
}

export interface XmlComment {
  readonly comment: string
}

export interface XmlElement {
  readonly name: string
  readonly prefix: string
  readonly local: string
  readonly namespace: string
  /** Without declarations of namespaces. */
  readonly attributes: readonly XmlAttribute[]
  /** The namespaces that it declares, by prefix. The default namespace has an empty prefix. */
  readonly declared: ReadonlyMap<string, string>
  readonly parent: XmlElement | null
  readonly children: readonly (XmlElement | XmlComment | string)[]
}

/** Whether a child is an element. */
export const isElement = (child: XmlElement | XmlComment | string): child is XmlElement =>
  typeof child !== 'string' && 'children' in child

/** The child elements of a name. */
export const childrenOf = (element: XmlElement, namespace: string, local: string): XmlElement[] =>
  element.children.filter((child) => isElement(child) && isNamed(child, namespace, local)) as XmlElement[]

/** The only child element of a name. Throws if there is none, or more than one. */
export function childOf(element: XmlElement, namespace: string, local: string): XmlElement {
  const [child, ...more] = childrenOf(element, namespace, local)
  if (!child) throw new Error(`${element.local} has no ${local}`)
  if (more.length > 0) throw new Error(`${element.local} has more than one ${local}`)
  return child
}

/** Whether an element has a name. */
export const isNamed = (element: XmlElement, namespace: string, local: string): boolean =>
  element.local === local && element.namespace === namespace

/** The value of an attribute without a namespace; null if it is missing. */
export const attributeOf = ({ attributes }: XmlElement, name: string): string | null =>
  attributes.find((attribute) => attribute.name === name)?.value ?? null

/** The whole text of an element, with that of CDATA sections and on both sides of comments. Null if it contains elements. */
export function textOf({ children }: XmlElement): string | null {
  if (children.some(isElement)) return null
  return children.filter((child) => typeof child === 'string').join('')
}

/** An element and all elements inside it, in the order of the document. */
export function* elementsIn(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) if (isElement(child)) yield* elementsIn(child)
}

type Scope = Pick<XmlElement, 'declared' | 'parent'>

/** The namespace of a prefix at an element; undefined if it is not declared. */
export function namespaceAt(element: Scope, prefix: string): string | undefined {
  if (prefix === 'xml') return XML
  for (let at: Scope | null = element; at; at = at.parent) {
    const namespace = at.declared.get(prefix)
    if (namespace !== undefined) return namespace
  }
  return prefix === '' ? '' : undefined
}

/** Decodes a document that arrived as bytes: UTF-8, or UTF-16 with a byte order mark. Throws for anything else. */
export function decodeXml(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe)
  const encoding = !isUtf16 ? 'utf-8' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Error('The document is neither UTF-8 nor UTF-16')
  }
}

const XML = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'

const DECLARATION =
  /<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*["']1\.\d["'](?:[ \t\n]+(?:encoding|standalone)[ \t\n]*=[ \t\n]*["'][-.\w]+["']){0,2}[ \t\n]*\?>/y
const SPACE = /[ \t\n]*/y
const NAME = /[\p{L}_][-.\p{L}\p{M}\p{N}_]*/uy
/** A character that no document may contain, not even as a reference. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u

/**
 * Reads a document. Throws if it is not well-formed, exceeds a limit, declares a document type (hence entities), or contains
 * processing instructions inside its root element. References to undeclared prefixes are errors, too.
 */
export function parseXml(source: string): XmlElement {
  if (source.length > XML_LIMITS.characters)
    throw new Error(`The document has more than ${XML_LIMITS.characters} characters`)
  return new Reader(source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')).read()
}

/** An element whose children are being read. */
interface OpenElement extends XmlElement {
  readonly children: (XmlElement | XmlComment | string)[]
}

class Reader {
  readonly #text: string
  #at = 0
  #elements = 0
  #attributes = 0
  #tags = 0
  #namespaces = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): XmlElement {
    if (FORBIDDEN.test(this.#text)) throw new Error('The document contains a character that XML does not allow')
    this.#match(DECLARATION)
    this.#skipAround()
    const root = this.#readTree()
    this.#skipAround()
    if (this.#at < this.#text.length) throw this.#malformed()
    return root
  }

  /** What may stand before and after the root element. */
  #skipAround(): void {
    for (;;) {
      this.#match(SPACE)
      if (this.#isNext('<!--')) this.#readComment()
      else if (this.#isNext('<?')) this.#skipInstruction()
      else return
    }
  }

  #readTree(): XmlElement {
    const root = this.#readStart(null, 1)
    let open: OpenElement | null = root.isEmpty ? null : root.element
    let level = 1
    while (open) {
      const next = this.#text.indexOf('<', this.#at)
      if (next < 0) throw new Error('The document is not complete')
      if (next > this.#at) open.children.push(this.#decode(this.#text.slice(this.#at, next), ']]>'))
      this.#at = next
      if (this.#isNext('</')) {
        this.#readEnd(open)
        open = open.parent as OpenElement | null
        level--
      } else if (this.#isNext('<!--')) open.children.push({ comment: this.#readComment() })
      else if (this.#isNext('<![CDATA[')) open.children.push(this.#readSection())
      else {
        const { element, isEmpty } = this.#readStart(open, level + 1)
        open.children.push(element)
        if (isEmpty) continue
        open = element
        level++
      }
    }
    return root.element
  }

  #readStart(parent: XmlElement | null, level: number): { readonly element: OpenElement; readonly isEmpty: boolean } {
    if (/^<!(?:DOCTYPE|ENTITY)/i.test(this.#text.slice(this.#at, this.#at + 9)))
      throw new Error('Document types and entities are not accepted')
    if (this.#isNext('<?')) throw new Error('Processing instructions are not accepted')
    if (!this.#isNext('<')) throw new Error('This is not an XML document')
    this.#countTag()
    if (++this.#elements > XML_LIMITS.elements)
      throw new Error(`The document has more than ${XML_LIMITS.elements} elements`)
    if (level > XML_LIMITS.levels) throw new Error(`The document nests more than ${XML_LIMITS.levels} levels`)
    this.#at += 1
    const { name, prefix, local } = this.#readName()
    const written: { name: string; prefix: string; local: string; value: string }[] = []
    const declared = new Map<string, string>()
    const names = new Set<string>()
    while (this.#match(SPACE) !== '' && !this.#isNext('>') && !this.#isNext('/>')) {
      if (names.size >= XML_LIMITS.attributesOfOne)
        throw new Error(`An element has more than ${XML_LIMITS.attributesOfOne} attributes`)
      if (++this.#attributes > XML_LIMITS.attributes)
        throw new Error(`The document has more than ${XML_LIMITS.attributes} attributes`)
      const attribute = this.#readAttribute()
      if (names.has(attribute.name)) throw new Error('An element has an attribute twice')
      names.add(attribute.name)
      if (attribute.name === 'xmlns') declare(declared, '', attribute.value)
      else if (attribute.prefix === 'xmlns') declare(declared, attribute.local, attribute.value)
      else written.push(attribute)
    }
    const isEmpty = this.#isNext('/>')
    if (!isEmpty && !this.#isNext('>')) throw this.#malformed()
    this.#at += isEmpty ? 2 : 1
    // Its own declarations already apply to its name and attributes.
    const scope = { declared, parent }
    const attributes = written.map((attribute) => ({
      ...attribute,
      namespace: attribute.prefix === '' ? '' : resolve(scope, attribute.prefix),
    }))
    if (new Set(attributes.map((one) => `${one.local} ${one.namespace}`)).size < attributes.length)
      throw new Error('An element has an attribute twice')
    for (const attribute of attributes) this.#namespaces += attribute.namespace.length
    if (this.#namespaces > XML_LIMITS.namespaces)
      throw new Error(`The namespaces of attributes have more than ${XML_LIMITS.namespaces} characters`)
    const namespace = resolve(scope, prefix)
    return { element: { name, prefix, local, namespace, attributes, declared, parent, children: [] }, isEmpty }
  }

  #readAttribute(): { name: string; prefix: string; local: string; value: string } {
    const name = this.#readName()
    this.#match(SPACE)
    if (!this.#isNext('=')) throw this.#malformed()
    this.#at += 1
    this.#match(SPACE)
    const quote = this.#text[this.#at]
    if (quote !== '"' && quote !== "'") throw this.#malformed()
    const from = this.#at + 1
    this.#skipTo(quote, 1)
    const value = this.#text.slice(from, this.#at - 1)
    return { ...name, value: this.#decode(value.replace(/[\t\n]/g, ' '), '<') }
  }

  #readEnd(open: XmlElement): void {
    this.#countTag()
    this.#at += 2
    const { name } = this.#readName()
    this.#match(SPACE)
    if (name !== open.name || !this.#isNext('>')) throw this.#malformed()
    this.#at += 1
  }

  #readComment(): string {
    this.#countTag()
    const from = this.#at + 4
    this.#skipTo('--', 4)
    if (!this.#isNext('>')) throw this.#malformed()
    this.#at += 1
    return this.#text.slice(from, this.#at - 3)
  }

  #readSection(): string {
    this.#countTag()
    const from = this.#at + 9
    this.#skipTo(']]>', 9)
    return this.#text.slice(from, this.#at - 3)
  }

  #skipInstruction(): void {
    this.#countTag()
    this.#at += 2
    const target = this.#match(NAME)
    // A declaration is only allowed at the very beginning.
    if (target === '' || target.toLowerCase() === 'xml') throw this.#malformed()
    if (this.#match(SPACE) === '' && !this.#isNext('?>')) throw this.#malformed()
    this.#skipTo('?>')
  }

  #readName(): { readonly name: string; readonly prefix: string; readonly local: string } {
    const first = this.#match(NAME)
    if (first === '') throw this.#malformed()
    if (!this.#isNext(':')) return { name: first, prefix: '', local: first }
    this.#at += 1
    const local = this.#match(NAME)
    if (local === '') throw this.#malformed()
    return { name: `${first}:${local}`, prefix: first, local }
  }

  /** Resolves references to characters. Throws if the text contains what must be written as one. */
  #decode(text: string, forbidden: string): string {
    if (text.includes(forbidden)) throw this.#malformed()
    if (!text.includes('&')) return text
    return text.replace(/&(?:#x[\da-fA-F]{1,8}|#\d{1,8}|[a-z]{1,4});|&/g, (reference) => {
      const character = CHARACTERS.get(reference) ?? toCharacter(reference)
      if (character === null) throw new Error('Entities are not accepted')
      return character
    })
  }

  #countTag(): void {
    if (++this.#tags > XML_LIMITS.tags) throw new Error(`The document has more than ${XML_LIMITS.tags} tags`)
  }

  #isNext(text: string): boolean {
    return this.#text.startsWith(text, this.#at)
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found
  }

  /** Moves behind the next occurrence of a text. */
  #skipTo(text: string, offset = 0): void {
    const next = this.#text.indexOf(text, this.#at + offset)
    if (next < 0) throw new Error('The document is not complete')
    this.#at = next + text.length
  }

  #malformed(): Error {
    return new Error(`The document is not well-formed at character ${this.#at}`)
  }
}

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
  ['&quot;', '"'],
  ['&apos;', "'"],
])

/** The character that a reference names by its number; null if it is none that XML allows. */
function toCharacter(reference: string): string | null {
  const [, hex, decimal] = /^&#(?:x([\da-fA-F]+)|(\d+));$/.exec(reference) ?? []
  const code = hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16)
  if (!(code <= 0x10ffff)) return null
  const character = String.fromCodePoint(code)
  return FORBIDDEN.test(character) ? null : character
}

function declare(declared: Map<string, string>, prefix: string, namespace: string): void {
  if (namespace.length > XML_LIMITS.namespace)
    throw new Error(`A namespace has more than ${XML_LIMITS.namespace} characters`)
  if (
    prefix === 'xmlns' ||
    (prefix === 'xml') !== (namespace === XML) ||
    namespace === XMLNS ||
    (prefix !== '' && !namespace)
  )
    throw new Error('The document declares a namespace that it may not declare')
  declared.set(prefix, namespace)
}

function resolve(element: Scope, prefix: string): string {
  const namespace = namespaceAt(element, prefix)
  if (namespace === undefined) throw new Error(`The prefix ${prefix.slice(0, 100)} is not declared`)
  return namespace
}
