import { badInput, type CommandContext, composition } from '@plinth/core'
import type { RevertedRow } from '@plinth/core/data'
import { type AddressChange, addressChecks } from '@plinth/points'

/**
 * Throws 400 if a module does not let an account have an address, for example because another tenant owns its domain. Call it
 * inside every command that sets an address, before it is written. Default of `by`: what the actor is to the account.
 */
export async function assertAddressAllowed(
  ctx: CommandContext,
  change: Omit<AddressChange, 'by'> & Partial<Pick<AddressChange, 'by'>>,
): Promise<void> {
  const by = change.by ?? toSetter(ctx, change.userId)
  for (const { value } of addressChecks.from(ctx.inject(composition).modules)) {
    const refusal = await value.refuse(ctx, { ...change, by })
    if (!refusal) continue
    const { message, code } = refusal
    throw badInput(message, {
      code,
      fieldErrors: { email: message },
      details: [{ path: ['email'], message, code, origin: 'validation' }],
    })
  }
}

/** The same for undo and redo, of accounts that come back or get another address. */
export async function assertAddressesAllowed(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  for (const { table, id: userId, before, after } of rows) {
    if (table !== 'users' || !after) continue
    if (before?.['email'] === after['email'] && before?.['tenant_id'] === after['tenant_id']) continue
    const formerEmail = before?.['tenant_id'] === after['tenant_id'] ? String(before?.['email']) : null
    await assertAddressAllowed(ctx, {
      userId,
      tenantId: String(after['tenant_id']),
      email: String(after['email']),
      formerEmail,
    })
  }
}

function toSetter({ actor }: Pick<CommandContext, 'actor'>, userId: string | null): AddressChange['by'] {
  if (actor.kind === 'system') return 'platform'
  return userId !== null && actor.userId === userId ? 'owner' : 'administrator'
}
