import { isUnreachable } from '../data/connection/database-errors.ts'
import type { Context } from '../define/context.ts'
import type { JobContext } from '../define/job.ts'
import type { From } from '../data/query/from.ts'

export interface TenantsOf {
  /** Why the platform works there; logged. */
  readonly reason: string
  /**
   * Selects the tenants: their ids, read from the rows of all tenants. With `organizationId`, the work is done once for each of these
   * organizations, which is selected then, for example for its settings; the rows of others stay visible.
   */
  readonly find: (
    from: From,
  ) => Promise<readonly { readonly tenantId: string; readonly organizationId?: string | null }[]>
}

/**
 * Works as the platform in every tenant that has something to do, one after another, until the job is aborted. A failure in one
 * tenant is logged and does not stop the others; the job fails at the end. If the database is unavailable, it stops immediately.
 */
export async function eachTenant(
  { widenScope, signal, log }: Pick<JobContext<unknown>, 'widenScope' | 'signal' | 'log'>,
  { reason, find }: TenantsOf,
  work: (ctx: Context) => Promise<unknown>,
): Promise<void> {
  await widenScope('allTenants', reason, async ({ from, actAs }) => {
    const tenants = await find(from)
    await byThemselves(signal, tenants, {
      run: ({ tenantId, organizationId = null }) =>
        actAs({ actor: 'platform', reason, scope: { tenantId, organizationId } }, work),
      onFailure: (err, { tenantId }) => log.error({ err, tenantId, reason }, 'work in a tenant failed'),
    })
  })
}

/**
 * Runs the named steps of a job one after another until it is aborted. A failing step is logged and does not stop the others;
 * the job fails at the end. If the database is unavailable, it stops immediately.
 */
export async function eachStep(
  { signal, log }: Pick<JobContext<unknown>, 'signal' | 'log'>,
  steps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  await byThemselves(signal, Object.entries(steps), {
    run: ([, run]) => run(),
    onFailure: (err, [step]) => log.error({ err, step }, 'a step of a job failed'),
  })
}

interface PartWork<T> {
  run(part: T): Promise<unknown>
  onFailure(error: unknown, part: T): void
}

/** Processes parts one after another, continuing after failures; then throws the first failure. */
async function byThemselves<T>(
  signal: AbortSignal,
  parts: readonly T[],
  { run, onFailure }: PartWork<T>,
): Promise<void> {
  const failures: unknown[] = []
  for (const part of parts) {
    if (signal.aborted) break
    try {
      await run(part)
    } catch (error) {
      if ([error, (error as Error).cause].some(isUnreachable)) throw error
      onFailure(error, part)
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
