import { badInput, type CommandContext, defineService, PlatformError, sql } from '@plinth/core'
import type { RevertedRow } from '@plinth/core/data'
import { Organization } from './entities.ts'
import { lockHierarchy } from './hierarchy.ts'

/** How a directory is limited; everything has a default. */
export interface DirectoryOptions {
  /** Organizations that a tenant may have; deleted ones do not count. Default: 10,000, for which views are made. */
  readonly maxOrganizations?: number
}

/** The options with their defaults. */
export type DirectorySettings = Required<DirectoryOptions>

/** Resolve with `inject(settings)`; the module provides it. */
export const settings = defineService<DirectorySettings>('directory.settings')

export function withDefaults({ maxOrganizations = 10_000 }: DirectoryOptions): DirectorySettings {
  if (!Number.isSafeInteger(maxOrganizations) || maxOrganizations < 1)
    throw new PlatformError('broken_setup', '`maxOrganizations` is a whole number above 0')
  return { maxOrganizations }
}

/** 400 when the tenant has more organizations than it may. Hold the lock of its hierarchy, so that none is added beside. */
export async function assertWithinLimit({
  asTenant,
  inject,
}: Pick<CommandContext, 'asTenant' | 'inject'>): Promise<void> {
  const { maxOrganizations } = inject(settings)
  const { rows } = await asTenant('count the organizations of a tenant', ({ db, from }) =>
    sql<{ count: number }>`select count(*)::float8 as count from ${from.table(Organization, 'o')}
      where o."deletedAt" is null`.execute(db),
  )
  if (rows[0]!.count > maxOrganizations) throw badInput(`A tenant may have at most ${maxOrganizations} organizations`)
}

/**
 * Holds undo and redo to the limit (decision 43): where they bring organizations back, they wait as a create does, and are
 * counted when the rows have moved.
 */
export async function watchOrganizationLimit(
  ctx: Pick<CommandContext, 'asTenant' | 'inject' | 'db' | 'scope'>,
  rows: readonly RevertedRow[],
): Promise<() => Promise<void>> {
  if (!rows.some(({ before, after }) => isLive(after) && !isLive(before))) return async () => {}
  await lockHierarchy(ctx.db, ctx.scope)
  return () => assertWithinLimit(ctx)
}

const isLive = (image: RevertedRow['after']) => image !== null && image['deleted_at'] === null
