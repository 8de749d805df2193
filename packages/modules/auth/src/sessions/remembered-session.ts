import type { Context } from '@plinth/core'
import { credentials } from '../credentials.ts'
import { AuthSession } from '../entities.ts'

/** The login of a refresh token. */
export interface RememberedSession {
  readonly id: string
  readonly userId: string
  readonly tenantId: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly tokenHash: string | null
}

/** Finds a login by the hash of its refresh token; null for unknown, ended and expired ones. */
export async function findRememberedSession(
  { widenScope, inject, now }: Pick<Context, 'widenScope' | 'inject' | 'now'>,
  token: string | undefined,
): Promise<RememberedSession | null> {
  if (!token || token.length > MAX_TOKEN) return null
  const columns = ['id', 'userId', 'tenantId', 'expiresAt', 'createdAt', 'lastUsedAt', 'tokenHash'] as const
  const login = await widenScope('allTenants', 'find a login', ({ findUnique }) =>
    findUnique(AuthSession, { tokenHash: inject(credentials).hashes(token) }, columns),
  )
  return login && Date.parse(login.expiresAt) > now().getTime() ? login : null
}

const MAX_TOKEN = 512
