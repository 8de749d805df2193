import type { CommandContext, Context } from '@plinth/core'
import { keyRing } from '@plinth/core/security'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { spend } from './spend-once.ts'

/** The parameters that every authenticator app supports (RFC 6238). */
const PERIOD = 30
const SHAPE = { algorithm: 'SHA1', digits: 6, period: PERIOD } as const

/** Codes of the previous and the next period are accepted too, for clocks that differ. */
const WINDOW = 1

/** The name under which secrets of authenticator apps are encrypted. */
export const TOTP_SECRET = 'auth.totp'

/** What an authenticator app needs: shown once, as text and as a QR code. */
export const NewAuthenticator = z.object({
  /** Base32, for apps that cannot scan. */
  secret: z.string(),
  /** `otpauth://totp/…` */
  uri: z.string(),
  /** The URI as a QR code. */
  svg: z.string(),
  /** To be sent back with the first code. Valid for ten minutes. */
  enrollment: z.string(),
})

interface Owner {
  readonly userId: string
  readonly email: string
  /** Shown by the app. */
  readonly issuer: string
}

const MINUTES = 10

/** Creates the key of an authenticator app. It is not stored until its first code has been entered. */
export function createAuthenticator(
  { inject, now }: Pick<Context, 'inject' | 'now'>,
  { userId, email, issuer }: Owner,
): z.output<typeof NewAuthenticator> {
  const secret = new Secret({ size: 20 })
  const uri = new TOTP({ ...SHAPE, secret, issuer: issuer.replaceAll(':', ' '), label: email }).toString()
  const expiresAt = now().getTime() + MINUTES * 60_000
  const enrollment = inject(keyRing).encrypt(
    ENROLLMENT,
    JSON.stringify({ id: crypto.randomUUID(), userId, secret: secret.base32, expiresAt }),
  )
  return { secret: secret.base32, uri, svg: renderSVG(uri, { border: 2, ecc: 'M' }), enrollment }
}

const ENROLLMENT = 'auth.totp-enrollment'

interface OpenedEnrollment {
  readonly enrollmentId: string
  readonly secret: string
  readonly step: number
}

const Enrollment = z.object({ id: z.uuid(), userId: z.uuid(), secret: z.string(), expiresAt: z.number() })

/**
 * The id of an enrollment, its encrypted key and the step of its first code. Null if the code is wrong, or if the enrollment is
 * invalid, expired or for another account.
 */
export function openEnrollment(
  { inject, now }: Pick<Context, 'inject' | 'now'>,
  { enrollment, code, userId }: { readonly enrollment: string; readonly code: string; readonly userId: string },
): OpenedEnrollment | null {
  const opened = readEnrollment({ inject }, enrollment)
  if (!opened || opened.userId !== userId || opened.expiresAt < now().getTime()) return null
  const step = stepOf({ secret: opened.secret, code, now: now() })
  if (step === null) return null
  return { enrollmentId: opened.id, secret: inject(keyRing).encrypt(TOTP_SECRET, opened.secret), step }
}

/**
 * Marks an enrollment as used; false if it was used before. If two factors had the same key, each of its codes would work
 * twice.
 */
export const spendEnrollment = (ctx: Pick<CommandContext, 'db' | 'scope' | 'now'>, id: string): Promise<boolean> =>
  spend(ctx, { kind: 'totp', id, minutes: MINUTES })

function readEnrollment({ inject }: Pick<Context, 'inject'>, enrollment: string) {
  let text: string
  try {
    text = inject(keyRing).decrypt(ENROLLMENT, enrollment)
  } catch {
    // Not created by this platform: clients can send anything.
    return null
  }
  // In a rolling deployment, a host of another version may have stored other properties.
  return Enrollment.safeParse(JSON.parse(text)).data ?? null
}

/** The time step that a code belongs to; null for a wrong code. A step is accepted once, so that no code works twice. */
export function stepOf({ secret, code, now }: { secret: string; code: string; now: Date }): number | null {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...SHAPE, token: code, secret: Secret.fromBase32(secret), timestamp, window: WINDOW })
  return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD) + delta
}
