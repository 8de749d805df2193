import type { Platform } from '@plinth/core'
import type { Locale } from '@plinth/core/http'
import { isEnglish, type MissingText } from './missing-texts.ts'

/**
 * Lists the texts of the API document that cannot be read in a language of the platform: summaries of routes and webhooks, and
 * descriptions of what they take and return.
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
  const { ofRoutes, ofWebhooks } = textsOf(platform.document())
  // Summaries of routes are translated as they are, everything else may have values.
  const isMissing = ({ text, isExact }: Told) => !has(language, text) && (isExact || message(language, text) === text)
  return platform.modules.flatMap(({ id, routes = [], describeWebhooks }) => {
    const told = routes.flatMap(({ method, path }) => ofRoutes.get(`${method} ${path}`) ?? [])
    const missing = [...told, ...(describeWebhooks ? ofWebhooks : [])].filter(isMissing)
    return [...new Set(missing.map(({ text }) => text))].map((text) => ({ module: id, text }))
  })
}

interface Told {
  readonly text: string
  readonly isExact: boolean
}

/** The texts of each operation, by method and path. Those of a named schema are among those of the first that refers to it. */
function textsOf(document: object) {
  const { paths, webhooks = {}, components } = document as ApiDocument
  const seen = new Set<string>()
  const textsIn = (value: unknown, isExact: boolean): readonly Told[] => {
    if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, isExact))
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, member]) => {
      if (typeof member !== 'string') return DATA.has(name) ? [] : textsIn(member, isExact)
      if (name === '$ref') return referredBy(member)
      if ((name !== 'summary' && name !== 'description') || !hasWords(member)) return []
      return [{ text: member, isExact: isExact && name === 'summary' }]
    })
  }
  const referredBy = (reference: string): readonly Told[] => {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(reference) ?? []
    if (seen.has(reference) || !Object.hasOwn(components, kind)) return []
    seen.add(reference)
    return textsIn(components[kind]![name], false)
  }
  const ofRoutes: ReadonlyMap<string, readonly Told[]> = new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        textsIn(operation, true),
      ]),
    ),
  )
  return { ofRoutes, ofWebhooks: textsIn(webhooks, false) }
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly webhooks?: Readonly<Record<string, object>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
}

/** Members of schemas that are data. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples'])

/** Whether a description has words besides code. */
const hasWords = (text: string) => /\p{L}/u.test(text.replaceAll(/`[^`]*`/g, ''))
