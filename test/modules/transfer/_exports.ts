import type { Client, TestResponse } from '@plinth/testing'
import { importApp } from './_shop.ts'

/** What somebody needs who exports products on schedule. */
export const OWNER = ['transfer.exports.schedule', 'catalog.*', 'audit_logs.*']

/** An export of all products, which the sender of the request may read. */
export const nightly = {
  name: 'Nightly',
  list: '/catalog/products',
  frequency: 'daily',
  time: '03:00',
  timeZone: 'UTC',
}

/** A shop whose clock starts at a time, and whose scheduled work is done when the clock is moved. */
export async function exportApp(start: string) {
  const app = await importApp()
  app.clock.set(new Date(start))
  await app.jobs()
  return Object.assign(app, {
    /** Moves the clock on, and does what is due by then. */
    async at(time: string) {
      app.clock.set(new Date(time))
      await app.jobs()
    },
    runs: async (client: Client, exportId: string): Promise<TestResponse['body'][]> =>
      (await client.get(`/transfer/export-runs?exportId=${exportId}`)).body.items,
    async undo(client: Client, { headers }: Pick<TestResponse, 'headers'>) {
      const { undoToken } = JSON.parse(decodeURIComponent(headers.get('x-om-operation')!.replace(/^omop:/, '')))
      const undone = await client.post('/audit_logs/audit-logs/actions/undo', { undoToken })
      if (undone.status !== 200) throw new Error(undone.text)
    },
  })
}
