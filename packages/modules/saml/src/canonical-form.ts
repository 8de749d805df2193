import { isElement, namespaceAt, type XmlElement } from './xml.ts'

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** How an element is written for a signature. */
export interface CanonicalForm {
  /** Whether namespaces are only written where they are used. */
  readonly isExclusive: boolean
  readonly hasComments: boolean
  /** Prefixes that are written wherever they are declared, also in the exclusive form. */
  readonly prefixes: ReadonlySet<string>
}

const FORMS: ReadonlyMap<string, Omit<CanonicalForm, 'prefixes'>> = new Map([
  [EXCLUSIVE, { isExclusive: true, hasComments: false }],
  [`${EXCLUSIVE}WithComments`, { isExclusive: true, hasComments: true }],
  [INCLUSIVE, { isExclusive: false, hasComments: false }],
  [`${INCLUSIVE}#WithComments`, { isExclusive: false, hasComments: true }],
])

/** The form that an algorithm names; null if it is none. `prefixList` is the attribute of `InclusiveNamespaces`. */
export function canonicalForm(algorithm: string, prefixList = ''): CanonicalForm | null {
  const form = FORMS.get(algorithm)
  if (!form) return null
  const prefixes = prefixList.split(/[ \t\n\r]+/).filter((prefix) => prefix !== '')
  return { ...form, prefixes: new Set(prefixes.map((prefix) => (prefix === '#default' ? '' : prefix))) }
}

/** What canonical XML 1.0 prescribes if a signature names no form. */
export const DEFAULT_FORM: CanonicalForm = { isExclusive: false, hasComments: false, prefixes: new Set() }

/**
 * Writes an element in canonical form: Canonical XML 1.0 or Exclusive XML Canonicalization 1.0. `without` is left out with all
 * that it contains. Takes time in proportion to the size of the element.
 */
export function canonicalize(apex: XmlElement, form: CanonicalForm, without: XmlElement | null = null): string {
  const written: string[] = []
  /** The namespaces that are in effect in the output. */
  const inEffect = new Map<string, string>([['', '']])
  write(apex, true)
  return written.join('')

  function write(element: XmlElement, isApex: boolean): void {
    const added: [prefix: string, former: string | undefined][] = []
    const namespaces = namespacesOf(element, isApex)
      .filter(([prefix, namespace]) => inEffect.get(prefix) !== namespace)
      .toSorted(([one], [other]) => compare(one, other))
    written.push('<', element.name)
    for (const [prefix, namespace] of namespaces) {
      added.push([prefix, inEffect.get(prefix)])
      inEffect.set(prefix, namespace)
      written.push(prefix === '' ? ' xmlns="' : ` xmlns:${prefix}="`, escapeAttribute(namespace), '"')
    }
    const inherited = isApex && !form.isExclusive ? xmlAttributesAbove(element) : []
    const attributes = [...element.attributes, ...inherited].toSorted(
      (one, other) => compare(one.namespace, other.namespace) || compare(one.local, other.local),
    )
    for (const { name, value } of attributes) written.push(' ', name, '="', escapeAttribute(value), '"')
    written.push('>')
    for (const child of element.children) {
      if (typeof child === 'string') written.push(escapeText(child))
      else if (!isElement(child)) {
        if (form.hasComments) written.push('<!--', child.comment, '-->')
      } else if (child !== without) write(child, false)
    }
    written.push('</', element.name, '>')
    for (const [prefix, former] of added) {
      if (former === undefined) inEffect.delete(prefix)
      else inEffect.set(prefix, former)
    }
  }

  /** The namespaces that have to be in effect at an element of the output. */
  function namespacesOf(element: XmlElement, isApex: boolean): [prefix: string, namespace: string][] {
    const wanted = new Map<string, string>()
    if (form.isExclusive) {
      wanted.set(element.prefix, element.namespace)
      for (const { prefix, namespace } of element.attributes) if (prefix !== '') wanted.set(prefix, namespace)
    }
    const declared = isApex ? namespacesAt(element) : element.declared
    for (const [prefix, namespace] of declared)
      if (!form.isExclusive || form.prefixes.has(prefix)) wanted.set(prefix, namespace)
    wanted.delete('xml')
    return [...wanted]
  }
}

/** All namespaces in effect at an element, however far above they are declared. */
function namespacesAt(element: XmlElement): ReadonlyMap<string, string> {
  const prefixes = new Set<string>()
  for (let at: XmlElement | null = element; at; at = at.parent)
    for (const prefix of at.declared.keys()) prefixes.add(prefix)
  return new Map([...prefixes].map((prefix) => [prefix, namespaceAt(element, prefix)!]))
}

/** The attributes such as `xml:lang` that apply to an element because of those around it. */
function xmlAttributesAbove(element: XmlElement): XmlElement['attributes'] {
  const found = new Map<string, XmlElement['attributes'][number]>()
  for (let at = element.parent; at; at = at.parent)
    for (const attribute of at.attributes)
      if (attribute.prefix === 'xml' && !found.has(attribute.local)) found.set(attribute.local, attribute)
  for (const { prefix, local } of element.attributes) if (prefix === 'xml') found.delete(local)
  return [...found.values()]
}

/** By code points, as canonical XML has it. Operators compare halves of the characters that JavaScript writes as two. */
function compare(one: string, other: string): number {
  if (one === other) return 0
  for (let at = 0; at < one.length && at < other.length; at++)
    if (one.charCodeAt(at) !== other.charCodeAt(at)) return one.codePointAt(at)! - other.codePointAt(at)!
  return one.length - other.length
}

const IN_TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' }
const IN_ATTRIBUTE: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}
const escapeText = (text: string) => text.replace(/[&<>\r]/g, (character) => IN_TEXT[character]!)
const escapeAttribute = (value: string) => value.replace(/[&<"\t\n\r]/g, (character) => IN_ATTRIBUTE[character]!)
