import type { Platform } from '@plinth/core'
import type { Locale } from '@plinth/core/http'
import { isEnglish, type MissingText } from './missing-texts.ts'

/**
 * Lists the texts of the API document that cannot be read in a language of the platform: summaries of routes, and descriptions of what
 * they take and return.
 *
 * @example
 * test('the API reference of our modules can be read in German', async () => {
 *   await using app = await testPlatform({ modules: [tickets], postgresUrl })
 *   expect(missingApiTexts(app.platform, 'de')).toEqual([])
 * })
 */
export function missingApiTexts(platform: Platform, language: Locale): readonly MissingText[] {
  if (isEnglish(platform, language)) return []
  const { has, message } = platform.texts
  const ofRoutes = textsOfRoutes(platform.document())
  return platform.modules.flatMap(({ id, routes = [] }) => {
    const texts = routes.flatMap(({ method, path }) => ofRoutes.get(`${method} ${path}`) ?? [])
    const missing = texts.filter((text) => !has(language, text) && message(language, text) === text)
    return [...new Set(missing)].map((text) => ({ module: id, text }))
  })
}

/** The texts of each operation, by method and path. Those of a named schema are among those of the first that refers to it. */
function textsOfRoutes(document: object): ReadonlyMap<string, readonly string[]> {
  const { paths, components } = document as ApiDocument
  const seen = new Set<string>()
  const textsIn = (value: unknown): readonly string[] => {
    if (Array.isArray(value)) return value.flatMap(textsIn)
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, member]) => {
      if (typeof member !== 'string') return DATA.has(name) ? [] : textsIn(member)
      if (name === '$ref') return textsOf(member)
      return (name === 'summary' || name === 'description') && hasWords(member) ? [member] : []
    })
  }
  const textsOf = (reference: string): readonly string[] => {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(reference) ?? []
    if (seen.has(reference) || !Object.hasOwn(components, kind)) return []
    seen.add(reference)
    return textsIn(components[kind]![name])
  }
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, textsIn(operation)]),
    ),
  )
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
}

/** Members of schemas that are data. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples'])

/** Whether a description has words besides code. */
const hasWords = (text: string) => /\p{L}/u.test(text.replaceAll(/`[^`]*`/g, ''))
