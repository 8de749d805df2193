import type { CommandContext } from '@plinth/core'
import { randomToken } from '@plinth/core/security'
import { credentials } from '../credentials.ts'
import { AuthSession } from '../entities.ts'

const DAY = 86_400_000

/** Creates a login inside a command, valid for the lifetime of an access token or, with a refresh token, refreshable. */
export function createLogin(
  { em, inject, now }: Pick<CommandContext, 'em' | 'inject' | 'now'>,
  { userId, remember }: { readonly userId: string; readonly remember: boolean },
): { readonly id: string; readonly refreshToken: string | null } {
  const { accessTokens, rememberDays, hash } = inject(credentials)
  const refreshToken = remember ? randomToken() : null
  const lifetime = remember ? rememberDays * DAY : accessTokens.lifetime * 1000
  const { id } = em.create(AuthSession, {
    userId,
    tokenHash: refreshToken === null ? null : hash(refreshToken),
    expiresAt: new Date(now().getTime() + lifetime),
  })
  return { id, refreshToken }
}
