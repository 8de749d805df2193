import { badInput, type CommandContext, defineCommand, Ok, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { z } from 'zod'
import { archive } from '../archive/archive-store.ts'
import { features } from '../contract.ts'
import { ActionDays, readOwnDays } from '../retention.ts'

/**
 * Sets for how many days the tenant's logs stay in the database; null restores the default (decision: Append-only logs and
 * retention).
 */
export const updateSettings = defineCommand({
  id: 'audit_logs.settings.update',
  label: 'Update log retention',
  access: features.manage,
  resource: 'audit_logs.settings',
  input: z.object({
    accessDays: z.number().int().min(1).max(3650).nullable().optional(),
    actionDays: ActionDays.nullable().optional(),
  }),
  output: Ok,
  currentVersion: async (ctx) => (await readOwnDays(ctx, { lock: true })).updatedAt,
  async run(ctx) {
    const { accessDays, actionDays } = ctx.input
    if (actionDays && !ctx.inject(archive).store)
      throw badInput('This server has no archive, so actions are kept forever')
    if (accessDays !== undefined) await keepFor(ctx, 'access', accessDays)
    if (actionDays !== undefined) await keepFor(ctx, 'actions', actionDays)
    return { ok: true as const }
  },
})

async function keepFor(
  { db, scope, now }: CommandContext,
  log: 'access' | 'actions',
  days: number | null,
): Promise<void> {
  const time = now().toISOString()
  if (days === null) await sql`delete from log_retention r where ${inTenant(scope, 'r')} and log = ${log}`.execute(db)
  else
    await sql`insert into log_retention (id, tenant_id, log, days, created_at, updated_at)
      values (${crypto.randomUUID()}, ${scope.tenantId}, ${log}, ${days}, ${time}, ${time})
      on conflict (tenant_id, log) do update set days = excluded.days, updated_at = excluded.updated_at`.execute(db)
}
