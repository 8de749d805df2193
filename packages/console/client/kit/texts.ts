import { locale } from '../lib/i18n.ts'

/** The language of the visitor: `en`. */
export const currentLocale = (): string => locale.value

/**
 * Texts in some languages. The function that it returns gives one of them in the visitor's language, or else in the first one;
 * `{name}` is replaced by a value.
 *
 * @example
 * const t = defineTexts({ en: { title: 'Vehicles' }, de: { title: 'Fahrzeuge' } })
 */
export function defineTexts<K extends string>(
  texts: Readonly<Record<string, Readonly<Record<K, string>>>>,
): (key: K, values?: Readonly<Record<string, string | number>>) => string {
  const [first] = Object.values(texts)
  return (key, values = {}) => {
    const text = (texts[locale.value] ?? first)?.[key] ?? key
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  }
}
