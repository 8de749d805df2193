import { badInput, type CommandContext, PlatformError, sql } from '@plinth/core'
import { inTenant, type RevertedRow } from '@plinth/core/data'
import { settings } from './options.ts'

type QuotaContext = Pick<CommandContext, 'db' | 'scope' | 'inject'>

/** Bytes that the tenant may still store. */
export async function remainingBytes({ db, scope, inject }: QuotaContext): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    select kept_bytes::float8 as kept from attachment_usage u where ${inTenant(scope, 'u')}`.execute(db)
  return Math.max(0, inject(settings).tenantQuota - (rows[0]?.kept ?? 0))
}

/** Throws 413 if the tenant exceeds its quota. Call it after the write. */
export async function assertWithinQuota(ctx: QuotaContext): Promise<void> {
  const exceeded = await findExceeded(ctx)
  if (exceeded !== null) throw new PlatformError('too_large', exceeded)
}

/**
 * Applies the quota to undo and redo (decision: Limits per tenant): restored files count as if they were uploaded, and the 400
 * response names the exceeded limit. Removing files is always possible.
 */
export async function beforeRevert(
  ctx: CommandContext,
  rows: readonly RevertedRow[],
): Promise<(() => Promise<void>) | void> {
  if (!rows.some(({ table, before, after }) => table === 'attachments' && before === null && after !== null)) return
  return async () => {
    const exceeded = await findExceeded(ctx)
    if (exceeded !== null) throw badInput(exceeded)
  }
}

/**
 * The exceeded limit as a sentence; null if there is none. Writes of files have locked the tenant's usage row, so concurrent ones
 * are counted one after another.
 */
async function findExceeded({ db, scope, inject }: QuotaContext): Promise<string | null> {
  const { tenantQuota, maxFiles } = inject(settings)
  const { rows } = await sql<{ kept: number; all: number; files: number; total: number }>`
    select kept_bytes::float8 as kept, (kept_bytes + released_bytes)::float8 as all,
      kept_files::float8 as files, (kept_files + released_files)::float8 as total
    from attachment_usage u where ${inTenant(scope, 'u')}`.execute(db)
  const used = rows[0]
  if (!used) return null
  if (used.kept > tenantQuota) return `The files of this tenant may take at most ${tenantQuota} bytes`
  if (used.files > maxFiles) return `A tenant may have at most ${maxFiles} files`
  if (used.all > 2 * tenantQuota || used.total > 2 * maxFiles)
    return 'Deleted files still take up too much space; it is freed when their deletion can no longer be undone'
  return null
}
