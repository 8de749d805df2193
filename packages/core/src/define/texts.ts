import { brokenSetup } from '../errors.ts'
import { defineService } from './service.ts'
import { LANGUAGE, type Locale, locales } from './locales.ts'

/**
 * Texts in other languages, by language and English text. `{name}` in a text stands for a value, in any order, and `{record}` for what
 * records are called and `{state}` for what states are, which are translated too.
 *
 * @example
 * const translations: Translations = { de: { 'Manage tickets': 'Tickets verwalten', 'The ticket is {status}': 'Das Ticket ist {status}' } }
 */
export type Translations = Readonly<Record<Locale, Readonly<Record<string, string>>>>

/** The languages of a platform, and its texts in them. */
export interface Texts {
  /** In the order in which they are offered. */
  readonly languages: readonly Locale[]
  /** A declared text in a language; as it is if there is no translation. */
  in(language: Locale, english: string): string
  /** A message that may contain values, as errors do. It costs more than `in`, since every text with values is tried. */
  message(language: Locale, english: string): string
  /** Whether a declared text has a translation. */
  has(language: Locale, english: string): boolean
}

/** Resolve with `inject(texts)`; available on every platform. */
export const texts = defineService<Texts>('core.texts')

/** Longer messages are not compared with texts that have values. */
const MAX_MESSAGE = 1_000

/** Creates the texts of a platform. A translation wins over those before it. Throws `broken_setup` for a language in another form. */
export function createTexts(languages: readonly Locale[] = locales, sources: readonly Translations[] = []): Texts {
  const wrong = languages.find((language) => !LANGUAGE.test(language))
  if (wrong !== undefined) throw brokenSetup(`\`languages\` takes ISO 639 codes such as 'en', not '${wrong}'`)
  if (languages.length === 0) throw brokenSetup('`languages` must name at least one language')
  // Made when a language is first used: there are thousands of texts, and most processes speak few of the languages.
  const catalogs = new Map<Locale, Catalog>()
  const catalogOf = (language: Locale): Catalog | undefined => {
    const known = catalogs.get(language)
    if (known || !languages.includes(language)) return known
    const catalog = toCatalog(sources, language)
    catalogs.set(language, catalog)
    return catalog
  }
  const find = (language: Locale, english: string) => catalogOf(language)?.texts.get(english)
  const tell = (language: string, english: string) => find(language, english) ?? english
  return {
    languages,
    in: tell,
    has: (language, english) => find(language, english) !== undefined,
    message(language, english) {
      const found = find(language, english)
      if (found !== undefined || english.length > MAX_MESSAGE) return found ?? english
      for (const template of catalogOf(language)?.templates() ?? []) {
        const { names, translation } = template
        const values = valuesIn(english, template)?.map((value, index) =>
          // Records are declared, so that other words are none.
          names[index] === 'record' ? find(language, value) : names[index] === 'state' ? tell(language, value) : value,
        )
        if (values && !values.includes(undefined))
          return translation.replace(VALUE, (_, name: string) => values[names.indexOf(name)] ?? '')
      }
      return english
    },
  }
}

interface Catalog {
  readonly texts: ReadonlyMap<string, string>
  /** Texts with values, those with the most letters of their own first. */
  readonly templates: () => readonly Template[]
}

interface Template {
  /** What stands before, between and after the values. */
  readonly parts: readonly string[]
  /** The names of the values. */
  readonly names: readonly string[]
  readonly translation: string
}

/** Stands for what records are called, in forms of labels such as `Create {record}`. */
export const RECORD = '{record}'

/** The text of a button, where the label of its command has another translation, which says in the log what somebody did. */
export const buttonText = (label: string) => `button|${label}`

/** Whether a text is a form of labels. */
export const isForm = (text: string) => text.includes(RECORD)

const VALUE = /\{(\w+)\}/g

function toCatalog(sources: readonly Translations[], language: Locale): Catalog {
  const texts = new Map(sources.flatMap((source) => Object.entries(ownOf(source, language))))
  let templates: readonly Template[] | undefined
  return { texts, templates: () => (templates ??= toTemplates(texts)) }
}

function toTemplates(texts: Catalog['texts']): readonly Template[] {
  const lengthOf = ({ parts }: Template) => parts.reduce((sum, part) => sum + part.length, 0)
  return [...texts]
    .map(([english, translation]) => {
      const split = english.split(VALUE)
      const isPart = (_: string, index: number) => index % 2 === 0
      return { parts: split.filter(isPart), names: split.filter((_, index) => !isPart(_, index)), translation }
    })
    .filter(({ names, parts }) => names.length > 0 && parts.some((part) => part.trim() !== ''))
    .sort((one, other) => lengthOf(other) - lengthOf(one))
}

const ownOf = (source: Translations, language: Locale) => (Object.hasOwn(source, language) && source[language]) || {}

/**
 * The values between the parts of a text; undefined if it has other parts, or if a value may contain one of them, so that nobody knows
 * where it ends. A value that begins a sentence is a single word: other sentences may end in the same words.
 */
function valuesIn(text: string, { parts, names }: Template): string[] | undefined {
  const [first = '', second = '', last = ''] = [parts[0], parts[1], parts.at(-1)]
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const inner = parts.slice(1, -1)
  const values: string[] = []
  const places: number[] = []
  let from = first.length
  for (const part of inner) {
    const to = text.indexOf(part, from + 1)
    if (to < 0) return undefined
    places.push(to)
    values.push(text.slice(from, to))
    from = to + part.length
  }
  let end = text.length - last.length
  if (end <= from) return undefined
  values.push(text.slice(from, end))
  for (const [index, part] of [...inner.entries()].toReversed()) {
    if (text.lastIndexOf(part, end - 1 - part.length) !== places[index]) return undefined
    end = places[index]!
  }
  const isWord = first === '' && second.startsWith(' ') && `{${names[0]}}` !== RECORD
  return isWord && /\s/.test(values[0]!) ? undefined : values
}
