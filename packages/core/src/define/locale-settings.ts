import { sql } from 'kysely'
import { z } from 'zod'
import type { Sql } from '../data/query/sql.ts'
import { invalidMember } from '../errors.ts'
import { isCurrency } from '../money.ts'
import type { Context } from './context.ts'
import { LANGUAGE, type Locale } from './locales.ts'
import { defineService } from './service.ts'
import { texts } from './texts.ts'
import { isTimeZone, offsetAt } from './time-zones.ts'

/** The days that a week can begin with. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export type Weekday = (typeof weekdays)[number]

/** How the caller reads texts, times and amounts. */
export interface LocaleSettings {
  /** The language of texts, and of the order of names. */
  readonly language: Locale
  /** The IANA name of the time zone in which days begin: `Europe/Berlin`. */
  readonly timeZone: string
  readonly weekStart: Weekday
  /** The ISO 4217 code of the usual currency; null if none was chosen. */
  readonly currency: string | null
}

/** What a tenant or a person has chosen; null where the next one decides. */
export type LocaleChoice = { readonly [K in keyof LocaleSettings]: LocaleSettings[K] | null }

/** Finds what somebody has chosen, without a query once it is known. */
export interface LocaleSource {
  of(id: string): Promise<LocaleChoice | null>
}

/** What tenants have chosen, by tenant id. Implemented by the module that keeps tenants; null without one. */
export const tenantLocales = defineService<LocaleSource | null>('core.tenant-locales', () => null)

/** What people have chosen, by account id. Implemented by the module that keeps accounts; null without one. */
export const personalLocales = defineService<LocaleSource | null>('core.personal-locales', () => null)

/** The schema of a choice. `assertTimeZone` compares the time zone with the database. */
export const LocaleChoice = z.object({
  timeZone: z
    .string()
    .max(60)
    .refine(isTimeZone, 'Must be a time zone like Europe/Berlin, or UTC')
    .nullable()
    .meta({ description: 'An IANA time zone such as `Europe/Berlin`, or `UTC`.' }),
  language: z
    .string()
    .regex(LANGUAGE, 'Must be a language like en')
    .nullable()
    .meta({ description: 'One of the languages of the platform, by default `en`, `de`, `es` and `pl`.' }),
  weekStart: z.enum(weekdays).nullable(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .refine(isCurrency, 'Must be a currency of ISO 4217')
    .nullable(),
})

/** The schema of `LocaleSettings`. */
export const LocaleView = z.object({
  timeZone: z.string(),
  language: z.string(),
  weekStart: z.enum(weekdays),
  currency: z.string().nullable(),
})

/**
 * A stored choice. What another version of the host or of the database has stored and this one does not know is as if it had not been
 * chosen.
 */
export function toLocaleChoice({ timeZone, language, weekStart, currency }: StoredChoice): LocaleChoice {
  return {
    timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : null,
    language: language !== null && LANGUAGE.test(language) ? language : null,
    weekStart: weekdays.find((known) => known === weekStart) ?? null,
    currency: currency !== null && isCurrency(currency) ? currency : null,
  }
}

type StoredChoice = { readonly [K in keyof LocaleChoice]: string | null }

/** What applies if each choice decides what those before it leave open, and finally the defaults. */
export const toLocale = (
  choices: readonly (Partial<LocaleChoice> | null | undefined)[],
  requested: Locale = 'en',
): LocaleSettings => {
  const first = <K extends keyof LocaleChoice>(name: K) => choices.find((one) => one?.[name] != null)?.[name] ?? null
  return {
    language: first('language') ?? requested,
    timeZone: first('timeZone') ?? 'UTC',
    weekStart: first('weekStart') ?? 'monday',
    currency: first('currency'),
  }
}

/** Throws 400 for a language that the platform does not have, and for a time zone that `assertTimeZone` refuses. */
export async function assertLocaleChoice(
  { inject, db, now }: Pick<Context, 'inject' | 'db' | 'now'>,
  { language, timeZone }: Partial<LocaleChoice>,
): Promise<void> {
  const { languages } = inject(texts)
  if (language != null && !languages.includes(language))
    throw invalidMember('language', `Must be one of ${languages.join(', ')}`)
  await assertTimeZone({ db, now }, timeZone)
}

/**
 * Throws 400 unless the database knows the time zone by the same name, and clocks there show what they show to this host: every
 * month of the last year and of the next three. Null is accepted.
 */
export async function assertTimeZone(
  { db, now }: { readonly db: Sql; now(): Date },
  timeZone: string | null | undefined,
): Promise<void> {
  if (timeZone == null) return
  const times = Array.from({ length: 48 }, (_, month) => now().getTime() + (month - 12) * MONTH)
  const { rows } = await sql<{ offsets: readonly number[] | null }>`
    select case when exists (select from pg_timezone_names where name = ${timeZone}) then array(
      select extract(epoch from (t at time zone ${timeZone}) - (t at time zone 'UTC'))::float8 * 1000
      from unnest(${times.map((time) => new Date(time).toISOString())}::timestamptz[]) with ordinality u(t, n) order by n) end
      as offsets`.execute(db)
  const offsets = rows[0]?.offsets
  if (!offsets) throw invalidMember('timeZone', 'The database does not know this time zone')
  if (times.some((time, index) => offsetAt(time, timeZone) !== offsets[index]))
    throw invalidMember('timeZone', 'The database and this host have different rules for this time zone')
}

const MONTH = 30.4375 * 86_400_000
