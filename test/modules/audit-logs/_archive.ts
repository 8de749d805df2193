import { type ArchiveStore, defineAuditLogs } from '@plinth/audit-logs'
import { type Client, tenantB, type TestPlatform } from '@plinth/testing'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { write } from './_trail.ts'

export const PATH = '/audit_logs/audit-logs'
export const rights = { features: ['auth.*', 'audit_logs.*'] }
const START = new Date('2030-01-10T12:00:00Z')

/** A store in memory, and what lies in it. */
export function memoryStore() {
  const files = new Map<string, Buffer>()
  const store: ArchiveStore = {
    async write({ key }, source) {
      files.set(key, await buffer(source))
    },
    async read({ key }) {
      const file = files.get(key)
      return file ? { stream: Readable.from([file]) } : null
    },
  }
  return { store, files }
}

/** Two tenants that wrote in January, February and March; one of them keeps actions for 31 days. */
export async function openArchived(store: ArchiveStore) {
  const auditLogs = defineAuditLogs({ archive: store })
  const app = await authApp({ modules: [auditLogs], startAt: START })
  const job = async (id: string) => {
    const found = auditLogs.jobs!.find((one) => one.id === id)!
    await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), async ({ enqueue }) => enqueue(found, {}))
    await app.platform.runJobs()
  }
  const client = app.as(rights)
  // What the template was made with has the date of another test.
  await app.sql('delete from plinth.changes; delete from plinth.kept_secrets; delete from plinth.action_log')
  for (const month of [0, 1, 2]) {
    app.clock.set(new Date(Date.UTC(2030, month, 10, 12)))
    await job('audit_logs.retain-accesses')
    for (let n = 0; n < 5; n++) await write(app, `Role "${month}", \\ ${n}; (é)`)
    const undone = await client.post('/auth/roles', { name: `Undone ${month}` })
    await client.post(`${PATH}/actions/undo`, { undoToken: undone.operation!.undoToken })
    await write(app, `Role ${month}`, tenantB.id)
    await job('audit_logs.seal-trail')
  }
  expect((await client.put(`${PATH}/settings`, { actionDays: 31 })).status).toBe(200)
  await job('audit_logs.seal-trail')
  return { app, job, client }
}

export const countByMonth = async (app: TestPlatform, tenantId: string) =>
  app.sql<{ month: string; n: number }>(
    `select to_char(created_at, 'YYYY-MM') as month, count(*)::int as n from plinth.action_log where tenant_id = $1
     group by 1 order by 1`,
    [tenantId],
  )

export const listActions = async (client: Client, query = '') =>
  (await client.get(`${PATH}/actions?limit=200${query}`)).body.items
