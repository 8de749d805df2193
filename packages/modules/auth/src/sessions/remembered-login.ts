import { type Context, sql } from '@plinth/core'
import { credentials } from '../credentials.ts'

/** A login that a refresh token stands for. */
export interface RememberedLogin {
  readonly id: string
  readonly userId: string
  readonly tenantId: string
}

/** Finds the login of a refresh token by its hash; null for unknown, ended and expired ones. */
export async function findRememberedLogin(
  { asSystem, get, now }: Pick<Context, 'asSystem' | 'get' | 'now'>,
  token: string | undefined,
): Promise<RememberedLogin | null> {
  if (!token || token.length > MAX_TOKEN) return null
  return asSystem('find a login by its refresh token', async ({ db }) => {
    const { rows } = await sql<RememberedLogin>`
      select id, user_id as "userId", tenant_id as "tenantId" from sessions
      where token_hash = ${get(credentials).hash(token)} and expires_at > ${now().toISOString()}`.execute(db)
    return rows[0] ?? null
  })
}

const MAX_TOKEN = 512
