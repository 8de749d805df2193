import type { CommandContext } from '@plinth/core'
import { randomToken } from '@plinth/core/security'
import { credentials } from '../credentials.ts'
import { AuthSession, type SignInMethod } from '../entities.ts'
import type { SignInDevice } from './sign-in-device.ts'

const HOUR = 3_600_000

/** A login to create. */
export interface NewSession {
  /** Default: a new one. */
  readonly id?: string
  readonly userId: string
  readonly remember: boolean
  readonly method: SignInMethod
  readonly factorId?: string | null
  /** Default: now. */
  readonly verifiedAt?: Date | null
  readonly device?: Omit<SignInDevice, 'isKnown'> | undefined
  /** The tenant's limit in hours, which only ever shortens the login. */
  readonly lifetimeHours?: number | null
}

/** Creates a login inside a command, valid for the lifetime of an access token or, with a refresh token, refreshable. */
export async function createSession(
  { from, inject, now }: Pick<CommandContext, 'from' | 'inject' | 'now'>,
  { id: given, userId, remember, method, factorId = null, verifiedAt, device, lifetimeHours }: NewSession,
): Promise<{ readonly id: string; readonly refreshToken: string | null }> {
  const { accessTokens, rememberDays, hash } = inject(credentials)
  const refreshToken = remember ? randomToken() : null
  const own = remember ? rememberDays * 24 * HOUR : accessTokens.lifetime * 1000
  const lifetime = lifetimeHours == null ? own : Math.min(own, lifetimeHours * HOUR)
  const { id } = await from.create(AuthSession, {
    ...(given !== undefined && { id: given }),
    userId,
    tokenHash: refreshToken === null ? null : hash(refreshToken),
    expiresAt: new Date(now().getTime() + lifetime),
    method,
    factorId,
    verifiedAt: verifiedAt === undefined ? now() : verifiedAt,
    userAgent: device?.userAgent ?? null,
    ipAddress: device?.ipAddress ?? null,
    deviceHash: device?.deviceHash ?? null,
  })
  return { id, refreshToken }
}
