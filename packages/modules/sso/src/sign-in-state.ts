import type { Context } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import { keyRing } from '@plinth/core/security'
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

/** Encrypted in a cookie, so that a response is useless in another browser and nothing is stored until the person is known. */
function cookieOf<Schema extends z.ZodObject<{ expiresAt: z.ZodNumber }>>(name: string, schema: Schema) {
  type Value = Omit<z.output<Schema>, 'expiresAt'>
  return {
    keep({ inject, now }: Pick<Context, 'inject' | 'now'>, request: RequestFacts, value: Value): void {
      const expiresAt = now().getTime() + MINUTES * 60_000
      const sealed = inject(keyRing).encrypt(name, JSON.stringify({ ...value, expiresAt }))
      request.setCookie(name, sealed, { httpOnly: true, sameSite: 'lax', maxAge: MINUTES * 60 })
    },
    read({ inject, now }: Pick<Context, 'inject' | 'now'>, request: RequestFacts): Value | null {
      const sealed = request.cookie(name)
      if (!sealed) return null
      let text: string
      try {
        text = inject(keyRing).decrypt(name, sealed)
      } catch {
        // Not set by this platform: browsers can send anything.
        return null
      }
      const value = schema.parse(JSON.parse(text)) as z.output<Schema>
      return Number(value.expiresAt) > now().getTime() ? value : null
    },
    clear(request: RequestFacts): void {
      request.setCookie(name, '', { httpOnly: true, sameSite: 'lax', maxAge: 0 })
    },
  }
}

export const signInState = cookieOf('om_sso', State)
export const pendingLink = cookieOf('om_sso_link', Pending)
