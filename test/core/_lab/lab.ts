import { type Context } from '@plinth/core'
import { toCaller } from '@plinth/core/internal'
import { tenantA, tenantB, testPlatform, type TestPlatformOptions } from '@plinth/testing'
import { inject } from 'vitest'
import { labModule } from './lab-module.ts'

export const callerA = toCaller({
  actor: 'platform',
  reason: 'lab',
  scope: { tenantId: tenantA.id, organizationId: tenantA.organization },
})
export const callerB = toCaller({
  actor: 'platform',
  reason: 'lab',
  scope: { tenantId: tenantB.id, organizationId: tenantB.organization },
})

export interface RecordedChange {
  readonly seq: string
  readonly entryId: string
  readonly table: string
  readonly before: Record<string, unknown> | null
  readonly after: Record<string, unknown> | null
}

/** A platform with the lab's module on a database of its own. */
export async function openLab(more: Parameters<typeof labModule>[0] = {}, options: Partial<TestPlatformOptions> = {}) {
  const app = await testPlatform({ modules: [labModule(more)], postgresUrl: inject('postgresUrl'), ...options })
  return {
    ...app,
    /** Works in tenant A. */
    do: <T>(work: (ctx: Context) => Promise<T>) => app.platform.actAs(callerA, work),
    changes: () =>
      app.sql<RecordedChange>(
        `select seq, entry_id as "entryId", table_name as "table", before, after from plinth.changes order by seq`,
      ),
    /** Rows of all that a command writes, to see that nothing came or went. */
    async counts() {
      const [row] = await app.sql<Record<string, number>>(`select
        (select count(*)::int from items) as items, (select count(*)::int from plinth.changes) as changes,
        (select count(*)::int from plinth.action_log) as entries,
        (select count(*)::int from plinth.kept_secrets) as secrets,
        (select count(*)::int from plinth_jobs.job) as jobs`)
      return row!
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}
