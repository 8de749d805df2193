import type { Module } from '@plinth/core'
import { inWords } from '@plinth/core/http'
import type { LocalText } from '@plinth/points'
import type { ConsolePlatform } from './console-platform.ts'

export interface OwnNames {
  readonly labels: Readonly<Record<string, LocalText>>
  readonly choices: Readonly<Record<string, Readonly<Record<string, LocalText>>>>
}

/**
 * What a module itself calls the members of records and the values of their enumerations: its word for `condition` is not that of another
 * module, or of the console, for something else.
 */
export function ownNames(
  { document }: Pick<ConsolePlatform, 'document'>,
  { translations = {} }: Module,
  { path, lines }: { readonly path: string | undefined; readonly lines: readonly string[] },
): OwnNames {
  const languages = Object.entries(translations)
  const labels: Record<string, LocalText> = {}
  const choices: Record<string, Record<string, LocalText>> = {}
  if (!document || path === undefined || languages.length === 0) return { labels, choices }
  const own = (word: string): LocalText | undefined => {
    const told = languages.flatMap(([language, texts]) =>
      Object.hasOwn(texts, word) ? [[language, texts[word]!]] : [],
    )
    return told.length === 0 ? undefined : { en: word, ...Object.fromEntries(told) }
  }
  const { paths, components } = document() as unknown as ApiDocument
  const seen = new Set<unknown>()
  const read = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    const { properties = {}, $ref } = part as Schema
    for (const [name, schema] of Object.entries(properties)) {
      const label = own(inWords(name))
      const values = (schema.enum ?? []).flatMap((value) => {
        const text = typeof value === 'string' ? own(inWords(value)) : undefined
        return text ? [[String(value), text] as const] : []
      })
      for (const key of [name, ...lines.map((line) => `${line}.${name}`)]) {
        if (label) labels[key] = label
        if (values.length > 0) choices[key] = { ...choices[key], ...Object.fromEntries(values) }
      }
    }
    if (typeof $ref === 'string') read(components?.schemas?.[$ref.split('/').at(-1)!])
    Object.values(part).forEach(read)
  }
  for (const [at, operations] of Object.entries(paths)) if (at === path || at.startsWith(`${path}/`)) read(operations)
  return { labels, choices }
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly enum?: readonly unknown[]
  readonly $ref?: unknown
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, unknown>>
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> }
}
