import { type CommandContext, sql } from '@plinth/core'
import { derivedId } from '@plinth/core/security'

interface Spendable {
  readonly kind: 'passkey' | 'totp' | 'view'
  readonly id: string
  /** How long it is valid. After that, its use need not be remembered. */
  readonly minutes: number
}

/** Marks something that may be used only once as used; false if it was used before. */
export async function spend(
  { db, scope, now }: Pick<CommandContext, 'db' | 'scope' | 'now'>,
  { kind, id, minutes }: Spendable,
): Promise<boolean> {
  const expiresAt = new Date(now().getTime() + minutes * 60_000).toISOString()
  const { rows } = await sql`insert into spent_challenges (id, tenant_id, expires_at)
    values (${derivedId(kind, id)}::uuid, ${scope.tenantId}::uuid, ${expiresAt}::timestamptz)
    on conflict do nothing returning id`.execute(db)
  return rows.length > 0
}
