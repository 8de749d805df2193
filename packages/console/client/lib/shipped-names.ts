import { ts } from '../texts/late/shipped-names.ts'
import { locale } from './i18n.ts'

/**
 * What a name that every tenant begins with is called in the reader's language: of a partition and its description, of a dictionary, or of a currency. A
 * name that somebody has changed stays as it is.
 */
export function shippedName(name: string): string {
  const known = Object.hasOwn(KEYS, name) ? KEYS[name as keyof typeof KEYS] : undefined
  if (known) return ts(known)
  const [, code] = /^([A-Z]{3}) – ./.exec(name) ?? []
  return code !== undefined && name === nameIn('en', code) ? nameIn(locale.value, code) : name
}

/** All names that `shippedName` knows, besides currencies. */
export const shippedNames = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(KEYS).map((name) => [name, shippedName(name)]))

const nameIn = (language: string, code: string) =>
  `${code} – ${new Intl.DisplayNames([language], { type: 'currency' }).of(code)}`

const KEYS = {
  'Products media': 'productsMedia',
  'Private attachments': 'privateAttachments',
  'Pictures and documents of products.': 'productsMediaText',
  'Files for those who are signed in.': 'privateAttachmentsText',
  Currencies: 'currencies',
  'Units of measure': 'units',
} as const
