import { defineJob } from '@plinth/core'
import { eachStep, eachTenant } from '@plinth/core/data'
import { z } from 'zod'
import { monthSteps } from '../commands/arrange-months.ts'
import { dropAccessMonths, makeAccessMonths } from '../commands/arrange-access-months.ts'
import { findUnpacked, packAccesses } from '../commands/pack-accesses.ts'
import { purgeAccessDays } from '../commands/purge-access-days.ts'

/**
 * Nightly maintenance: packs the accesses of previous days, enforces the retention of the access log and maintains the monthly
 * partitions of all logs.
 */
export const retainAccesses = defineJob({
  id: 'audit_logs.retain-accesses',
  payload: z.object({}),
  schedule: '41 2 * * *',
  timeout: 4 * 60 * 60,
  async run(ctx) {
    const { log, run, signal } = ctx
    const reason = 'pack the access log'
    const find = async () => (await run(findUnpacked, {})).tenants
    // Steps that need no lock run before those that a running backup can block, and partitions are created before others are
    // dropped.
    await eachStep(ctx, {
      [reason]: () =>
        eachTenant(ctx, { reason, find }, async ({ run: runThere, scope: { tenantId } }) => {
          while (!signal.aborted && (await runThere(packAccesses, { tenantId })).more);
        }),
      'delete days of accesses': async () => {
        while (!signal.aborted && (await run(purgeAccessDays, {})).more);
      },
      'make months of access_log': () => run(makeAccessMonths, {}),
      'drop months of access_log': async () => {
        const { months } = await run(dropAccessMonths, {})
        if (months > 0) log.info({ months }, 'expired months of the access log dropped')
      },
      ...monthSteps(ctx),
    })
  },
})
