import { availableParallelism } from 'node:os'
import { toServerUrls } from '@plinth/core/data'
import { z } from 'zod'

/** An e-mail address. */
export const email = z.email('expected an e-mail address')

/** An absolute URL of one of these schemes, such as `smtp:`. */
export const url = (...schemes: string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), {
    error: `expected a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  })

/** Where a PostgreSQL is: one server, or several with commas between them. */
export const databaseUrl = z
  .string()
  .refine((text) => /^postgres(ql)?:/.test(text) && toServerUrls(text).every((server) => URL.canParse(server)), {
    error: 'expected a URL that begins with postgres:// or postgresql://',
  })

/** Where several of them are. A comma within one stands between servers. */
export const databaseUrls = z
  .string()
  .transform((text) => text.split(/\s*,\s*(?=postgres(?:ql)?:)/).map((entry) => entry.trim()))
  .pipe(z.array(databaseUrl))

/** Scheme, host and port of a web site. */
export const origin = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, ''), {
    error: 'expected an origin without a path, for example https://app.example.com',
  })
  .transform((text) => new URL(text).origin)

/** A web page: an address, or a path of the host's own origin. */
export const pageAddress = z
  .string()
  .refine((text) => /^(https?:\/)?\/[^/\\]/.test(text) && URL.canParse(text, 'http://local.invalid'), {
    error: 'expected a URL that begins with https:// or http://, or a path that begins with /',
  })

/** A whole number between the two, both included. */
export const integer = (from: number, to: number) => {
  const error = `expected a whole number from ${from} to ${to}`
  const number = z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
  return number.refine((value) => value >= from && value <= to, { error })
}

/** A number of processes; `auto` means as many as there are CPUs. */
export const processes = (most: number) =>
  z.preprocess((text) => (text === 'auto' ? String(Math.min(most, availableParallelism())) : text), integer(1, most))

/** Text of limited length. */
export const text = (from: number, to = 4096) =>
  z.string().min(from, `expected at least ${from} characters`).max(to, `expected at most ${to} characters`)

/** One of these words. */
export const oneOf = <const Word extends string>(...words: Word[]) =>
  z.enum(words, { error: `expected one of ${words.join(', ')}` })

/** true, 1, yes, on or false, 0, no, off. */
export const flag = z.stringbool({ error: 'expected true or false' })

/** Entries separated by commas. */
export const list = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .pipe(z.array(item))

/** A number of bytes, written as `512kb` or `1mb`. */
export const size = z
  .string()
  .regex(/^\d{1,9}(b|kb|mb)?$/i, 'expected a size such as 512kb or 1mb')
  .transform((text) => Number.parseInt(text, 10) * (UNITS.get(text.replace(/\d+/, '').toLowerCase()) ?? 1))

const UNITS = new Map([
  ['b', 1],
  ['kb', 1024],
  ['mb', 1024 ** 2],
])
