import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { NOBODY } from '../audience.ts'
import { arrangeMonths } from '../commands/arrange-months.ts'
import { dropAccessMonths } from '../commands/drop-access-months.ts'
import { packAccesses } from '../commands/pack-accesses.ts'
import { purgeAccessDays } from '../commands/purge-access-days.ts'

/** Packs what was read on the days before, every night, enforces the retention of the access log, and arranges the months of all logs. */
export const retainAccesses = defineJob({
  id: 'audit_logs.retain-accesses',
  payload: z.object({}),
  schedule: '41 2 * * *',
  timeout: 4 * 60 * 60,
  async run({ log, run, signal }) {
    for (let from: string | null = NOBODY; from !== null && !signal.aborted;)
      from = (await run(packAccesses, { from })).next
    const { months } = await run(dropAccessMonths, {})
    for (let more = true; more && !signal.aborted;) more = (await run(purgeAccessDays, {})).more
    if (months > 0) log.info({ months }, 'months of accesses past keeping dropped')
    await arrangeMonths({ run })
  },
})
