import { defineJob } from '@plinth/core'
import { eachStep, eachTenant } from '@plinth/core/data'
import { z } from 'zod'
import { monthSteps } from '../commands/arrange-months.ts'
import { dropAccessMonths, makeAccessMonths } from '../commands/arrange-access-months.ts'
import { findUnpacked, packAccesses } from '../commands/pack-accesses.ts'
import { purgeAccessDays } from '../commands/purge-access-days.ts'

/** Packs what was read on the days before, every night, enforces the retention of the access log, and arranges the months of all logs. */
export const retainAccesses = defineJob({
  id: 'audit_logs.retain-accesses',
  payload: z.object({}),
  schedule: '41 2 * * *',
  timeout: 4 * 60 * 60,
  async run(ctx) {
    const { log, run, signal } = ctx
    const reason = 'pack the access log'
    const find = async () => (await run(findUnpacked, {})).tenants
    // What needs no lock comes before what a backup may refuse, and months are made before others are dropped.
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
        if (months > 0) log.info({ months }, 'months of accesses past keeping dropped')
      },
      ...monthSteps(ctx),
    })
  },
})
