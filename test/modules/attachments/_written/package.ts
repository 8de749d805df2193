import { archive, type ArchivePart } from '../_archive.ts'

/** A document as a program writes it, and what a person sees in it. */
export interface WrittenDocument {
  readonly name: string
  readonly bytes: Buffer
  readonly text: string
}

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The relationships of a part: pairs of a kind and a target, with the ids `rId1`, `rId2`, … */
export function relationships(of: string, ...pairs: readonly (readonly [string, string])[]): ArchivePart {
  const slash = of.lastIndexOf('/') + 1
  const all = pairs.map(
    ([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${TYPES}/${kind}" Target="${target}"/>`,
  )
  return {
    name: `${of.slice(0, slash)}_rels/${of.slice(slash)}.rels`,
    bytes: `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`,
  }
}

const MAIN: Readonly<Record<string, string>> = {
  word: 'wordprocessingml.document',
  xl: 'spreadsheetml.sheet',
  ppt: 'presentationml.presentation',
}

/** An OOXML file whose main part has this name. */
export function officeFile(main: string, parts: readonly ArchivePart[], kind?: string): Buffer {
  const name = main.replace(/^\/?/, '/')
  const type = kind ?? `application/vnd.openxmlformats-officedocument.${MAIN[name.split('/')[1]!]}.main+xml`
  const all = [
    {
      name: '[Content_Types].xml',
      bytes: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="${name}" ContentType="${type}"/></Types>`,
    },
    relationships('', ['officeDocument', main]),
    ...parts,
  ]
  return archive(all.map((part) => (typeof part.bytes === 'string' ? { ...part, bytes: declared(part.bytes) } : part)))
}

const OFFICE = 'http://schemas.openxmlformats.org'
const OPEN = 'urn:oasis:names:tc:opendocument:xmlns'
const NAMESPACES: Readonly<Record<string, string>> = {
  w: `${OFFICE}/wordprocessingml/2006/main`,
  r: TYPES,
  a: `${OFFICE}/drawingml/2006/main`,
  c: `${OFFICE}/drawingml/2006/chart`,
  p: `${OFFICE}/presentationml/2006/main`,
  mc: `${OFFICE}/markup-compatibility/2006`,
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  v: 'urn:schemas-microsoft-com:vml',
  xdr: `${OFFICE}/drawingml/2006/spreadsheetDrawing`,
  dc: 'http://purl.org/dc/elements/1.1/',
  svg: `${OPEN}:svg-compatible:1.0`,
  xlink: 'http://www.w3.org/1999/xlink',
  draw: `${OPEN}:drawing:1.0`,
  manifest: `${OPEN}:manifest:1.0`,
  ...Object.fromEntries(
    ['office', 'style', 'text', 'table', 'chart', 'presentation'].map((name) => [name, `${OPEN}:${name}:1.0`]),
  ),
}

/** Declares the prefixes that a part uses in its first element. */
export function declared(xml: string): string {
  const used = Object.entries(NAMESPACES).filter(
    ([prefix]) => xml.includes(`<${prefix}:`) || xml.includes(` ${prefix}:`),
  )
  const names = used.map(([prefix, name]) => ` xmlns:${prefix}="${name}"`)
  return xml.replace(/<[a-z][\w:.-]*/i, (start) => `${start}${names.join('')}`)
}

/** Text in UTF-16, as some programs write XML. */
export const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')
