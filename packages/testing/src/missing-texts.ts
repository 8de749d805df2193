import type { Platform } from '@plinth/core'
import type { Locale } from '@plinth/core/http'
import { LOGINS } from './logins.ts'

/** An English text that a module declares, and that has no translation. */
export interface MissingText {
  readonly module: string
  readonly text: string
}

/**
 * Lists the texts that users read and that cannot be read in a language of the platform: titles of modules, features and entities of
 * rules, labels of commands and states, and titles, descriptions, names and labels of what modules contribute to others, such as
 * pages and widgets. Messages of errors are not declared, so they are not listed; `missingApiTexts` lists those of the API reference.
 *
 * @example
 * test('everything can be read in German', async () => {
 *   await using app = await testPlatform({ modules, postgresUrl })
 *   expect(await missingTexts(app.platform, 'de')).toEqual([])
 * })
 */
export async function missingTexts(platform: Platform, language: Locale): Promise<readonly MissingText[]> {
  if (isEnglish(platform, language)) return []
  const { has } = platform.texts
  return platform.modules.flatMap((module) => {
    const { id, title, features = {}, commands = [], routes = [], contributes = [] } = module
    if (id === LOGINS) return []
    const declared = [
      title,
      ...Object.values(features).map((feature) => feature.title),
      ...commands.flatMap(({ label, rules }) => [label, rules?.point().title].filter((text) => text !== undefined)),
      ...routes.flatMap(({ states }) => (states?.states ?? []).map(({ label }) => label)),
      ...contributes.flatMap(({ values }) => values.flatMap((value) => textsOf(value, language))),
    ]
    return [...new Set(declared)].filter((text) => !has(language, text)).map((text) => ({ module: id, text }))
  })
}

/** Throws for a language that the platform does not have. */
export function isEnglish({ languages }: Platform, language: Locale): boolean {
  if (!languages.includes(language)) throw new TypeError(`The platform does not have the language '${language}'`)
  return language === 'en'
}

/** The English texts of a contributed value that does not tell them in the language itself. */
function textsOf(value: unknown, language: Locale): readonly string[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'title' || name === 'description') return toldIn(member, language)
    if (name === 'labels' && isObject(member)) return Object.values(member).flatMap((one) => toldIn(one, language))
    if (name === 'group') return namesOf([member], language)
    if (name === 'groups' && Array.isArray(member)) return namesOf(member, language)
    return []
  })
}

/** The texts of groups. Names of other values are identifiers. */
const namesOf = (groups: readonly unknown[], language: Locale) =>
  groups.flatMap((group) => [...textsOf(group, language), ...(isObject(group) ? toldIn(group['name'], language) : [])])

function toldIn(text: unknown, language: Locale): readonly string[] {
  if (typeof text === 'string') return [text]
  if (!isObject(text) || typeof text[language] === 'string') return []
  const { en, ...others } = text
  const [english = Object.values(others)[0]] = [en]
  return typeof english === 'string' ? [english] : []
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
