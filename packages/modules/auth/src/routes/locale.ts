import { badInput, get, Ok, open, post } from '@plinth/core'
import { type RequestFacts, texts, wire } from '@plinth/core/http'
import { z } from 'zod'
import { LocaleName } from '../messages.ts'
import { redirectTo, toLocalTarget } from '../redirects.ts'

const YEAR = 31_536_000
const refuse = () => badInput('Invalid locale')

/** GET /auth/locale: returns the current language, or stores the chosen one in a cookie. */
export const readLocale = get(
  '/auth/locale',
  {
    access: open,
    summary: 'Get the language of this browser, or set it with `locale`.',
    query: z.object({ locale: LocaleName.optional(), redirect: z.string().optional() }),
    response: z.object({ ok: z.literal(true), locale: LocaleName }),
    errors: [302, 400],
    onInvalid: refuse,
  },
  ({ query, request, inject }) => {
    const { locale, redirect } = query
    if (locale === undefined) return { ok: true as const, locale: request.locale }
    if (!inject(texts).languages.includes(locale)) throw refuse()
    remember(request, locale)
    return redirect === undefined ? { ok: true as const, locale } : redirectTo(toLocalTarget(redirect, request.origin))
  },
)

export const chooseLocale = post(
  '/auth/locale',
  {
    operation: 'chooseLocale',
    access: open,
    summary: 'Set the language of this browser.',
    body: z.object({ locale: LocaleName }),
    response: Ok,
    status: 201,
    errors: [400],
    onInvalid: refuse,
    onUnreadable: () => badInput('Bad request'),
  },
  ({ body: { locale }, request, inject }) => {
    if (!inject(texts).languages.includes(locale)) throw refuse()
    remember(request, locale)
    return { ok: true as const }
  },
)

/** Not HttpOnly, because scripts read this cookie. */
function remember(request: RequestFacts, locale: string): void {
  request.setCookie(wire.localeCookie, locale, { maxAge: YEAR })
}
