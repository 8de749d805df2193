import type { Locale } from '@plinth/core/http'
import type { z } from 'zod'

/** What a value of an email is. */
export type MailValueKind = 'text' | 'number' | 'moment' | 'day' | 'link'

/** What a schema lets a value be; undefined if texts cannot show it. Optional values are empty where they are missing. */
export function kindOf(schema: z.core.$ZodType): MailValueKind | undefined {
  const { type, innerType, format } = schema._zod.def as z.core.$ZodTypeDef & {
    readonly innerType?: z.core.$ZodType
    readonly format?: string
  }
  if (innerType && OPTIONAL.has(type)) return kindOf(innerType)
  if (type === 'date') return 'moment'
  if (type === 'number') return 'number'
  if (type === 'enum' || type === 'literal') return 'text'
  if (type !== 'string') return undefined
  return format === 'url' ? 'link' : format === 'datetime' ? 'moment' : format === 'date' ? 'day' : 'text'
}

const OPTIONAL: ReadonlySet<string> = new Set(['optional', 'nullable', 'default'])

/** How values are written. */
export interface Writing {
  readonly language: Locale
  readonly timeZone: string
}

/** A value as a text in a language. Throws for a link that does not begin with `http:`, `https:` or `mailto:`. */
export function writeValue(schema: z.core.$ZodType, value: unknown, { language, timeZone }: Writing): string {
  if (value === undefined || value === null) return ''
  switch (kindOf(schema)) {
    case 'number':
      return new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(value as number)
    case 'moment':
      return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
        new Date(value as string),
      )
    case 'day':
      return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value as string))
    case 'link':
      return toLink(String(value))
    default:
      return String(value)
  }
}

/** The address, if people may be led there. */
function toLink(address: string): string {
  if (!isLink(address)) throw new TypeError('A link in an email must begin with http:, https: or mailto:')
  return address
}

/** Whether an address begins with `http:`, `https:` or `mailto:` and is one line. */
export function isLink(address: string): boolean {
  return /^(https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu.test(address) && URL.canParse(address)
}
