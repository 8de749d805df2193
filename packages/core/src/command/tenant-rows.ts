import type { CommandContext, RevertedRow } from '../define/command.ts'
import { forbidden } from '../errors.ts'

/**
 * A `beforeRevert` for commands that write rows of the whole tenant, which no organization protects: throws 403 if there are such rows
 * and the caller is limited to organizations.
 */
export async function assertMayRevertTenantRows(
  { actor }: Pick<CommandContext, 'actor'>,
  rows: readonly RevertedRow[],
): Promise<void> {
  if (actor.allowedOrganizationIds === null) return
  if (rows.some(({ before, after }) => ((after ?? before)?.['organization_id'] ?? null) === null)) throw forbidden()
}
