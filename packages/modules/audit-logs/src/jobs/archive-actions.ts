import { type Context, defineJob, type JobContext, type Sql, sql } from '@plinth/core'
import { eachStep } from '@plinth/core/data'
import { platformKeys } from '@plinth/core/security'
import { z } from 'zod'
import { archive } from '../archive/archive-store.ts'
import { type ArchiveDeps, archivePart, dropWhole } from '../archive/archive-part.ts'
import type { Segment } from '../archive/archive-file.ts'
import { ArchiveFault } from '../archive/archive-lines.ts'
import { findSegment } from '../archive/find-segment.ts'
import { monthSteps } from '../commands/arrange-months.ts'
import { ofTenant } from '../platform-command.ts'
import { daysBefore } from '../retention.ts'
import { createChain } from '../trail/chain.ts'

/** Moves expired months of the action log into the archive, every night. */
export const archiveActions = defineJob({
  id: 'audit_logs.archive-actions',
  payload: z.object({}),
  schedule: '11 3 * * *',
  timeout: 4 * 60 * 60,
  async run(ctx) {
    const { inject, now, snapshot } = ctx
    const { store, actionDays } = inject(archive)
    if (!store) return
    const archiving: ArchiveDeps = {
      store,
      chain: createChain(inject(platformKeys)),
      read: (work) =>
        snapshot(({ widenScope }) => widenScope('allTenants', 'archive the action log', ({ db }) => work(db))),
    }
    const today = daysBefore(now(), RESTORED_DAYS)
    await eachStep(ctx, {
      'drop what was put back': async () => {
        for (const part of await archiving.read((db) => findRestored(db, today)))
          await guarded(ctx, part, () => dropWhole(ctx, archiving, part))
      },
      'archive actions': async () => {
        for (const { tenantId, days } of await archiving.read((db) => findDue(db, actionDays))) {
          const before = monthOf(daysBefore(now(), days))
          await guarded(ctx, { tenantId }, () => archiveTenant(ctx, archiving, { tenantId, before, now: now() }))
        }
      },
      ...monthSteps(ctx),
    })
  },
})

/** Days for which a restored month stays in the database. */
const RESTORED_DAYS = 7

/** Isolates failures: a problem with one tenant's files must not stop the archiving of other tenants. */
async function guarded(
  { log }: Pick<Context, 'log'>,
  { tenantId: tenant }: { readonly tenantId: string },
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (err) {
    log.error({ err, tenant }, 'actions could not be archived; retrying the next night')
  }
}

/** Archives a tenant's parts one by one, until none is left or one cannot be archived. */
async function archiveTenant(
  { log, run, signal }: Pick<JobContext<object>, 'log' | 'run' | 'signal'>,
  archiving: ArchiveDeps,
  due: Parameters<typeof findSegment>[1],
): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted;) {
    const segment = await archiving.read((db) => findSegment(db, due))
    if (!segment) return
    const { tenantId: tenant, month, first, last } = segment
    const [outcome] = await Promise.allSettled([archivePart({ run }, archiving, segment)])
    if (outcome.status === 'fulfilled' && outcome.value) log.info({ tenant, month, first, last }, 'actions archived')
    isMore = await archiving.read((db) => hasLeft(db, segment))
    // A part that failed here but is gone nevertheless was archived by another host.
    if (isMore) continue
    if (outcome.status === 'rejected') throw outcome.reason
    throw new ArchiveFault('Entries of the part have changed while it was archived')
  }
}

async function hasLeft(db: Sql, { tenantId, first }: Segment): Promise<boolean> {
  const { rows } = await sql`
    select from plinth.log_archives a where ${ofTenant(tenantId, 'a')} and a.first = ${first}`.execute(db)
  return rows.length > 0
}

/** Parts that were restored before the given time. */
async function findRestored(db: Sql, before: Date): Promise<readonly Omit<Segment, 'previous'>[]> {
  const { rows } = await sql<Omit<Segment, 'previous' | 'tenantId'> & { tenant: string }>`
    select tenant_id as tenant, month, first::integer as first, last::integer as last from plinth.log_archives
    where restored_at < ${before.toISOString()}::timestamptz`.execute(db)
  return rows.map(({ tenant: tenantId, ...part }) => ({ tenantId, ...part }))
}

/** Tenants whose actions are not kept forever, with their retention in days. */
async function findDue(db: Sql, usual: number | null): Promise<readonly { tenantId: string; days: number }[]> {
  const { rows } = await sql<{ tenant: string; days: number }>`
    with recursive tenant (id) as (
      (select tenant_id from plinth.seals order by tenant_id limit 1)
      union all
      select (select s.tenant_id from plinth.seals s where s.tenant_id > t.id order by s.tenant_id limit 1)
      from tenant t where t.id is not null)
    select t.id as tenant, coalesce(r.days, ${usual}::integer) as days from tenant t
    left join log_retention r on r.tenant_id = t.id and r.log = 'actions'
    where t.id is not null and coalesce(r.days, ${usual}::integer) is not null`.execute(db)
  return rows.map(({ tenant: tenantId, days }) => ({ tenantId, days }))
}

/** The first day of the month (UTC). */
const monthOf = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
