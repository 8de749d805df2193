import { inWords } from '@plinth/core/http'
import { analytics, consolePages, type LocalText } from '@plinth/points'
import type { ConsolePlatform } from './console-platform.ts'
import { translated } from './translated.ts'

/** What modules call the members of the records and settings on their pages, and what charts show, in other languages, by their names. */
export function memberNames({ modules, texts, document }: ConsolePlatform): Readonly<Record<string, LocalText>> {
  if (!texts || !document) return {}
  const shown = consolePages
    .from(modules)
    .flatMap(({ value }) => ('resource' in value ? value.resource : 'settings' in value ? value.settings : []))
  const { paths, components } = document() as unknown as ApiDocument
  const names = new Set<string>()
  const seen = new Set<unknown>()
  const read = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    const { properties, $ref } = part as { readonly properties?: unknown; readonly $ref?: unknown }
    if (typeof properties === 'object') Object.keys(properties ?? {}).forEach((name) => names.add(name))
    if (typeof $ref === 'string') read(components?.schemas?.[$ref.split('/').at(-1)!])
    Object.values(part).forEach(read)
  }
  for (const [path, operations] of Object.entries(paths))
    if (shown.some((one) => path === one || path.startsWith(`${one}/`))) read(operations)
  for (const { value } of analytics.from(modules))
    for (const name of [nameIn(value.id), ...Object.keys(value.fields)]) names.add(name)
  const told = [...names].map((name) => [name, translated(inWords(name), texts)] as const)
  return Object.fromEntries(told.filter(([, text]) => typeof text !== 'string'))
}

/** `sales:order_lines` as `order_lines`. */
const nameIn = (id: string) => id.slice(id.indexOf(':') + 1)

interface ApiDocument {
  readonly paths: Readonly<Record<string, unknown>>
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> }
}
