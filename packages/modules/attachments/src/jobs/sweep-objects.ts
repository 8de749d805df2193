import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { OBJECTS_PER_CLAIM, claimObjects } from '../objects/claim-objects.ts'
import { forgetObjects } from '../objects/forget-objects.ts'
import { storage } from '../storage/storage.ts'

/** Runs every five minutes and removes bytes that no file references. If a host crashes in between, the next sweep continues. */
export const sweepObjects = defineJob({
  id: 'attachments.sweep-objects',
  payload: z.object({}),
  schedule: '*/5 * * * *',
  async run({ run, inject, log, signal }) {
    const files = inject(storage)
    const elsewhere = new Map<string, number>()
    for (let more = true; more && !signal.aborted;) {
      const { objects } = await run(claimObjects, {})
      const removed: string[] = []
      for (const { id, driver, partition, key, tenantId } of objects) {
        if (driver !== files.driver) {
          elsewhere.set(driver, (elsewhere.get(driver) ?? 0) + 1)
          continue
        }
        try {
          await files.delete({ partition, key })
          removed.push(id)
        } catch (error) {
          log.error({ err: error, tenantId, objectId: id }, 'the bytes of an object could not be removed')
        }
      }
      await run(forgetObjects, { ids: removed })
      more = objects.length === OBJECTS_PER_CLAIM
    }
    for (const [driver, objects] of elsewhere)
      log.warn({ driver, objects }, 'objects that no file uses remain in a storage that this host does not use')
  },
})
