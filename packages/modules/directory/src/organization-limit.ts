import { badInput, type CommandContext, defineService, PlatformError, sql } from '@plinth/core'
import type { RevertedRow } from '@plinth/core/data'
import { Organization } from './entities.ts'
import { lockHierarchy } from './hierarchy.ts'

/** Limits of a directory. All have defaults. */
export interface DirectoryOptions {
  /** Maximum organizations per tenant, not counting deleted ones. Default: 10,000, which the views are designed for. */
  readonly maxOrganizations?: number
}

/** The options with defaults applied. */
export type DirectorySettings = Required<DirectoryOptions>

/** Resolve with `inject(settings)`. Provided by the module. */
export const settings = defineService<DirectorySettings>('directory.settings')

export function withDefaults({ maxOrganizations = 10_000 }: DirectoryOptions): DirectorySettings {
  if (!Number.isSafeInteger(maxOrganizations) || maxOrganizations < 1)
    throw new PlatformError('broken_setup', '`maxOrganizations` is a whole number above 0')
  return { maxOrganizations }
}

/**
 * Throws 400 if the tenant exceeds the organization limit. Hold the lock on its hierarchy, so that none are added concurrently.
 */
export async function assertWithinLimit({
  widenScope,
  inject,
}: Pick<CommandContext, 'widenScope' | 'inject'>): Promise<void> {
  const { maxOrganizations } = inject(settings)
  const { rows } = await widenScope('tenant', 'count the organizations of a tenant', ({ db, from }) =>
    sql<{ count: number }>`select count(*)::float8 as count from ${from.table(Organization, 'o')}
      where o."deletedAt" is null`.execute(db),
  )
  if (rows[0]!.count > maxOrganizations) throw badInput(`A tenant may have at most ${maxOrganizations} organizations`)
}

/**
 * Applies the limit to undo and redo (decision: Limits per tenant): reverts that restore organizations wait for the same lock as
 * creating one, and organizations are counted once the rows have been restored.
 */
export async function watchOrganizationLimit(
  ctx: Pick<CommandContext, 'widenScope' | 'inject' | 'db' | 'scope'>,
  rows: readonly RevertedRow[],
): Promise<() => Promise<void>> {
  if (!rows.some(({ before, after }) => isLive(after) && !isLive(before))) return async () => {}
  await lockHierarchy(ctx.db, ctx.scope)
  return () => assertWithinLimit(ctx)
}

const isLive = (image: RevertedRow['after']) => image !== null && image['deleted_at'] === null
