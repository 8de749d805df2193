import { parse, localName } from './xml.ts'
import type { Parts } from './zip.ts'

/** One part's reference to another one of the same file. */
export interface Relationship {
  readonly id: string
  /** The last segment of its type, such as `worksheet`: transitional and strict files differ in what precedes it. */
  readonly kind: string
  /** The name of an existing part. */
  readonly target: string
}

/** The parts that a part of an OOXML file refers to; those of the file itself for an empty name. Links to elsewhere are left out. */
export async function relationshipsOf(parts: Parts, part: string): Promise<readonly Relationship[]> {
  const slash = part.lastIndexOf('/') + 1
  const [folder, name] = [part.slice(0, slash), part.slice(slash)]
  const found = new Map<string, Relationship>()
  await parse(parts, `${folder}_rels/${name}.rels`, {
    onopentag(tag, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (localName(tag) !== 'Relationship' || mode === 'External') return
      if (id === undefined || type === undefined || target === undefined) return
      const resolved = parts.find(resolve(folder, target))
      if (resolved !== undefined) found.set(id, { id, kind: type.slice(type.lastIndexOf('/') + 1), target: resolved })
    },
  })
  return [...found.values()]
}

/** The part with which a file begins. */
export interface MainPart {
  readonly name: string
  /** Its content type, unless the file does not tell. */
  readonly type: string | undefined
}

/** The main part: what the file refers to, or what its content types call so. */
export async function findMainPart(parts: Parts): Promise<MainPart | undefined> {
  const types = new Map<string, string>()
  await parse(parts, '[Content_Types].xml', {
    onopentag(_tag, { PartName: name, ContentType: type }) {
      if (name === undefined || !type?.endsWith('.main+xml')) return
      const found = parts.find(resolve('', name))
      if (found !== undefined) types.set(found.toLowerCase(), type)
    },
  })
  const related = (await relationshipsOf(parts, '')).find(({ kind }) => kind === 'officeDocument')
  const name = related?.target ?? types.keys().next().value
  return name === undefined ? undefined : { name, type: types.get(name.toLowerCase()) }
}

/** The id of a relationship in the attributes of an element: `r:id`, whatever the prefix. */
export function relationshipId(attributes: Readonly<Record<string, string>>): string | undefined {
  for (const name in attributes) if (name.endsWith(':id')) return attributes[name]
  return undefined
}

function resolve(folder: string, target: string): string {
  const path = decodePath(target.replaceAll('\\', '/'))
  const segments: string[] = []
  for (const segment of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
