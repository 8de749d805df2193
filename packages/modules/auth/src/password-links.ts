import { type CommandContext, sql } from '@plinth/core'

/**
 * Makes the unused links of an account worthless, inside a command. Those that give an address back stay: whoever
 * changed the address must not be able to end them.
 */
export async function revokePasswordLinks(
  { db, scope, now }: Pick<CommandContext<unknown>, 'db' | 'scope' | 'now'>,
  userId: string,
): Promise<void> {
  await sql`update password_tokens set used_at = ${now().toISOString()}
    where tenant_id = ${scope.tenantId} and user_id = ${userId} and used_at is null and restores_email is null`.execute(
    db,
  )
}
