import { availableParallelism } from 'node:os'
import { toServerUrls } from '@plinth/core/data'
import { z } from 'zod'

/** An email address. */
export const email = z.email('expected an e-mail address')

/** An absolute URL with one of these schemes, such as `smtp:`. */
export const url = (...schemes: string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), {
    error: `expected a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  })

/** A PostgreSQL URL, with one host or several separated by commas. */
export const databaseUrl = z
  .string()
  .refine((text) => /^postgres(ql)?:/.test(text) && toServerUrls(text).every((server) => URL.canParse(server)), {
    error: 'expected a URL that begins with postgres:// or postgresql://',
  })

/** Several PostgreSQL URLs. Commas within a URL separate hosts. */
export const databaseUrls = z
  .string()
  .transform((text) => text.split(/\s*,\s*(?=postgres(?:ql)?:)/).map((entry) => entry.trim()))
  .pipe(z.array(databaseUrl))

/** The origin of a web site: scheme, host and port. */
export const origin = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, ''), {
    error: 'expected an origin without a path, for example https://app.example.com',
  })
  .transform((text) => new URL(text).origin)

/** The address of a web page: a URL, or a path on the host's own origin. */
export const pageAddress = z
  .string()
  .refine((text) => /^(https?:\/)?\/[^/\\]/.test(text) && URL.canParse(text, 'http://local.invalid'), {
    error: 'expected a URL that begins with https:// or http://, or a path that begins with /',
  })

/** An integer between the two bounds, inclusive. */
export const integer = (from: number, to: number) => {
  const error = `expected a whole number from ${from} to ${to}`
  const number = z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
  return number.refine((value) => value >= from && value <= to, { error })
}

/** A number of processes; `auto` means one per CPU. */
export const processes = (most: number) =>
  z.preprocess((text) => (text === 'auto' ? String(Math.min(most, availableParallelism())) : text), integer(1, most))

/** Text of limited length. */
export const text = (from: number, to = 4096) =>
  z.string().min(from, `expected at least ${from} characters`).max(to, `expected at most ${to} characters`)

/** One of the given words. */
export const oneOf = <const Word extends string>(...words: Word[]) =>
  z.enum(words, { error: `expected one of ${words.join(', ')}` })

/** A boolean: true, 1, yes, on or false, 0, no, off. */
export const flag = z.stringbool({ error: 'expected true or false' })

/** Comma-separated values. */
export const list = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .pipe(z.array(item))

/** A size in bytes, written as `512kb` or `1mb`. */
export const size = z
  .string()
  .regex(/^\d{1,9}(b|kb|mb)?$/i, 'expected a size such as 512kb or 1mb')
  .transform((text) => Number.parseInt(text, 10) * (UNITS.get(text.replace(/\d+/, '').toLowerCase()) ?? 1))

const UNITS = new Map([
  ['b', 1],
  ['kb', 1024],
  ['mb', 1024 ** 2],
])
