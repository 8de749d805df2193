import { signal } from '@preact/signals'
import { config } from './config.ts'
import type { LocalText } from './types.ts'
import type { en } from '../texts/en.ts'

export type TextKey = keyof typeof en
export type Texts = Readonly<Record<TextKey, string>>

export type Locale = string

/** The languages that can be chosen, and their own names. */
export const locales: Readonly<Record<Locale, string>> = Object.fromEntries(
  (config.languages ?? ['en', 'de', 'es', 'pl']).map((language) => [language, nameOf(language)]),
)

function nameOf(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

export const locale = signal<Locale>(config.locale ?? 'en')
let texts: Texts

/** Loads the texts of one language, or of English; only that one is sent to the browser. */
export async function loadTexts(of: Locale): Promise<void> {
  texts = await (LOADERS[of] ?? LOADERS.en)()
  locale.value = of
  document.documentElement.lang = of
}

type Loader = () => Promise<Texts>

/** Of other languages, the console has no texts of its own. */
const LOADERS: Readonly<Partial<Record<Locale, Loader>>> & { readonly en: Loader } = {
  en: async () => (await import('../texts/en.ts')).en,
  de: async () => (await import('../texts/de.ts')).de,
  es: async () => (await import('../texts/es.ts')).es,
  pl: async () => (await import('../texts/pl.ts')).pl,
}

/** What somebody did, as the API says it in the visitor's language. */
export const actionName = ({ actionLabel, commandId }: NamedAction): string =>
  actionLabel ?? commandId ?? t('undo.change')

interface NamedAction {
  readonly actionLabel: string | null
  readonly commandId?: string
}

/** A text in the visitor's language; `{name}` is replaced. */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return texts[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** Whether there is such a text, for keys that are composed: `field.email`. */
export const textOr = (key: string, otherwise: string): string =>
  Object.hasOwn(texts, key) ? texts[key as TextKey] : otherwise

/** A text of a module. */
export const textIn = (text: LocalText): string =>
  typeof text === 'string' ? text : (text[locale.value] ?? text['en'] ?? Object.values(text)[0] ?? '')

/** `primaryCurrencyCode` as "Primary currency code", unless the console or a module knows the member by another name. */
export function memberName(name: string): string {
  const told = toldName(name)
  if (told !== undefined) return told
  const words = name
    .replace(/^cf_/, '')
    .replace(/[_.-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What the console or a module calls a member, if they do. */
export function toldName(name: string): string | undefined {
  const { members = {} } = config
  const key = `field.${name}`
  if (Object.hasOwn(texts, key)) return texts[key as TextKey]
  return Object.hasOwn(members, name) ? textIn(members[name]!) : undefined
}
