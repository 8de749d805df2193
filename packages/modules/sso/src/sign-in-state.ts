import type { Context } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import { keyRing } from '@plinth/core/security'
import { createHash } from 'node:crypto'
import { z } from 'zod'

/** What a browser keeps while its owner is at the provider. */
const State = z.object({
  connectionId: z.uuid(),
  protocol: z.string(),
  /** What the protocol needs to verify the answer. */
  kept: z.record(z.string(), z.string()),
  redirect: z.string(),
  expiresAt: z.number(),
})
export type SignInState = Omit<z.output<typeof State>, 'expiresAt'>

/** An identity whose account has to be confirmed before they are linked. */
const Pending = z.object({
  connectionId: z.uuid(),
  userId: z.uuid(),
  issuer: z.string(),
  subject: z.string(),
  expiresAt: z.number(),
})
export type PendingLink = Omit<z.output<typeof Pending>, 'expiresAt'>

/** Minutes that a sign-in at the provider may take. */
const MINUTES = 15

/**
 * Sign-ins that a browser may have begun and not completed, one per tab. Browsers and servers limit the size of all cookies
 * together, so the oldest go first, also if they are large.
 */
const MOST = 5
const MOST_CHARACTERS = 6_000

type CookieContext = Pick<Context, 'inject' | 'now'>

/** The name of a cookie. Default: its purpose. */
interface Named {
  readonly name?: string
}

/** Encrypted in a cookie, so that a response is useless in another browser and nothing is stored until the person is known. */
function cookieOf<Schema extends z.ZodObject<{ expiresAt: z.ZodNumber }>>(purpose: string, schema: Schema) {
  type Value = Omit<z.output<Schema>, 'expiresAt'>
  const open = ({ inject, now }: CookieContext, sealed: string | undefined) => {
    if (!sealed) return null
    let text: string
    try {
      text = inject(keyRing).decrypt(purpose, sealed)
    } catch {
      // Not set by this platform: browsers can send anything.
      return null
    }
    const value = schema.parse(JSON.parse(text)) as z.output<Schema>
    return Number(value.expiresAt) > now().getTime() ? value : null
  }
  return {
    keep({ inject, now }: CookieContext, request: RequestFacts, { name = purpose, ...value }: Value & Named): void {
      const expiresAt = now().getTime() + MINUTES * 60_000
      const sealed = inject(keyRing).encrypt(purpose, JSON.stringify({ ...value, expiresAt }))
      request.setCookie(name, sealed, { httpOnly: true, sameSite: 'lax', maxAge: MINUTES * 60 })
    },
    read: (ctx: CookieContext, request: RequestFacts, name = purpose): Value | null => open(ctx, request.cookie(name)),
    clear(request: RequestFacts, name = purpose): void {
      request.setCookie(name, '', { httpOnly: true, sameSite: 'lax', maxAge: 0 })
    },
    /** When the value of a cookie expires; 0 if it is not valid. */
    expiryOf: (ctx: CookieContext, request: RequestFacts, name: string): number =>
      Number(open(ctx, request.cookie(name))?.expiresAt ?? 0),
  }
}

const SIGN_IN = 'om_sso'
const signIns = cookieOf(SIGN_IN, State)

/**
 * The sign-ins that a browser has begun, each in a cookie of its own, named after what the provider's response names, so that
 * those of several tabs do not replace each other.
 */
export const signInState = {
  keep(ctx: CookieContext, request: RequestFacts, { key, ...state }: SignInState & { readonly key: string }): void {
    const name = cookieName(key)
    for (const old of surplus(ctx, request, name)) signIns.clear(request, old)
    signIns.keep(ctx, request, { ...state, name })
  },
  /** Works once, because the cookie is cleared. */
  take(ctx: CookieContext, request: RequestFacts, key: string): SignInState | null {
    const name = cookieName(key)
    if (request.cookie(name) === undefined) return null
    signIns.clear(request, name)
    return signIns.read(ctx, request, name)
  },
}

const cookieName = (key: string) => `${SIGN_IN}_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`

/** The oldest cookies that have to go before another one is set. */
function surplus(ctx: CookieContext, request: RequestFacts, name: string): string[] {
  const header = request.headers.get('cookie') ?? ''
  const names = [...new Set(header.match(/(?<=^|;\s*)om_sso_[0-9a-f]{16}(?==)/g))].filter((other) => other !== name)
  const begun = names
    .slice(0, MOST * 4)
    .map((other) => ({ name: other, expiresAt: signIns.expiryOf(ctx, request, other) }))
    .toSorted((one, other) => other.expiresAt - one.expiresAt)
  let characters = 0
  return begun
    .filter((one, index) => {
      characters += request.cookie(one.name)?.length ?? 0
      return one.expiresAt === 0 || index >= MOST - 1 || characters > MOST_CHARACTERS
    })
    .map((one) => one.name)
}

export const pendingLink = cookieOf('om_sso_link', Pending)
