import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { defineModule, get } from '@plinth/core'
import { toEventStream } from '@plinth/core/http'
import { progress } from '@plinth/progress'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import { authApp } from '../_accounts.ts'
import { Case, casework } from './_cases.ts'

/** The titles of some cases again and again, each time with the rights of the moment. */
const stream = get(
  '/cases/feed',
  {
    operation: 'streamCases',
    access: { id: 'cases.view', title: 'View cases' },
    summary: 'Stream titles of cases.',
    response: z.string(),
    http: { contentType: 'text/event-stream' },
  },
  async ({ request, actAs }) => {
    async function* titles() {
      for (let caller = await request.callerNow(); caller; caller = await request.callerNow()) {
        const rows = await actAs({ ...caller, reason: 'feed' }, ({ from }) =>
          from(Case, 'c').select('c.title').orderBy('c.title', 'desc').limit(5).execute(),
        )
        yield { data: rows.map(({ title }) => title) }
        await sleep(20)
      }
    }
    return toEventStream(titles(), { isAllowed: () => request.isStillAllowed() })
  },
)

const feed = defineModule({ id: 'feed', title: 'Feed', requires: ['cases'], routes: [stream] })

/** Somebody who sees every record, and an administrator who changes that. */
export async function changingApp() {
  const app = await authApp({ modules: [progress, auditLogs, casework, feed] })
  const admin = superAdminOf(app)
  const roleId = await addRole(admin, 'Clerk', { features: ['cases.*', 'audit_logs.*', 'progress.*'] })
  const email = 'clerk@acme.com'
  const userId = await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  const clerk = await signIn(app, email)
  const put = async (path: string, policies: object) =>
    expect((await admin.put(path, { roleId, policies })).status).toBe(200)
  return Object.assign(app, {
    admin,
    clerk,
    userId,
    roleId,
    restrict: (read: object | null) => put('/auth/roles/row-policies', read === null ? {} : { 'cases.case': { read } }),
    restrictFields: (read: readonly string[]) => put('/auth/roles/field-policies', { 'cases.case': { read } }),
    /** Cases with titles in the order of their ids, every second of them secret. */
    async fill(count: number) {
      const { id } = (await admin.post('/cases/cases', { title: 'Open 0' })).body
      await app.sql(
        `insert into cases (id, tenant_id, organization_id, title, created_at, updated_at)
          select gen_random_uuid(), tenant_id, organization_id, case when n % 2 = 0 then 'Secret ' else 'Open ' end || n, now(), now()
          from cases, generate_series(1, $2::int) n where id = $1`,
        [id, count],
      )
    },
    /** Opens the stream of titles; `next` is null once it has ended. */
    async openStream() {
      const answer = await clerk.fetch('/cases/feed')
      expect(answer.status).toBe(200)
      const reader = answer.body!.getReader()
      const decoder = new TextDecoder()
      return {
        async next() {
          const { done, value } = await reader.read()
          return done ? null : decoder.decode(value)
        },
        close: () => reader.cancel(),
      }
    },
    /** Begins an export; `rest` reads it to its end. */
    async beginExport(query = '') {
      const answer = await clerk.fetch(`/cases/cases?format=jsonl${query}`)
      expect(answer.status).toBe(200)
      const reader = answer.body!.getReader()
      const decoder = new TextDecoder()
      const first = decoder.decode((await reader.read()).value, { stream: true })
      return {
        first,
        async rest() {
          let text = ''
          for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
            text += decoder.decode(chunk.value, { stream: true })
          return text
        },
        next: async () => decoder.decode((await reader.read()).value, { stream: true }),
      }
    },
  })
}

/** Only those that are not secret. */
export const openOnes = { field: 'title', operator: 'STARTS_WITH', value: 'Open' }
