import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { progress } from '@plinth/progress'
import type { QueryPlan } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { casework } from './_cases.ts'

type PlanNode = QueryPlan['plan']

const ROWS = 100_000
const SHARED = 1_000

test(
  'a list of few among 100,000 rows, by a policy and by shares, reads indexes alone',
  { timeout: 600_000 },
  async () => {
    await using app = await authApp({ modules: [progress, auditLogs, casework], explain: true })
    const admin = superAdminOf(app)
    const roleId = await addRole(admin, 'Clerk', { features: ['cases.*'] })
    const isMine = { field: 'ownerId', operator: '=', value: null, valueField: 'me.id' }
    await admin.put('/auth/roles/row-policies', { roleId, policies: { 'cases.case': { read: isMine } } })
    const email = 'clerk@acme.com'
    const userId = await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
    const clerk = await signIn(app, email)
    const { id } = (await clerk.post('/cases/cases', { title: 'One' })).body
    await app.sql(
      `insert into cases (id, tenant_id, organization_id, title, owner_id, created_at, updated_at)
     select gen_random_uuid(), tenant_id, organization_id, 'Case ' || n,
       case when n % 100 = 0 then owner_id else gen_random_uuid() end, now(), now()
     from cases, generate_series(1, $2) n where id = $1`,
      [id, ROWS],
    )
    await app.sql(
      `insert into record_shares (id, tenant_id, kind, record_id, subject_kind, subject_id, may_edit, created_at, updated_at)
     select gen_random_uuid(), tenant_id, 'cases.case', id, 'user', $1, false, now(), now()
     from cases where owner_id <> $1 order by id limit $2`,
      [userId, SHARED],
    )
    await app.sql('analyze cases')
    await app.sql('analyze record_shares')
    const own = ROWS / 100 + 1
    for (const [query, total] of [
      ['', own + SHARED],
      ['sortField=title', own + SHARED],
      ['shared=me', SHARED],
      [`ownerId=${userId}`, own],
    ] as const) {
      await clerk.get(`/cases/cases?${query}`)
      const before = app.plans.length
      const times: number[] = []
      for (let round = 0; round < 20; round++) {
        const start = performance.now()
        const { status, body } = await clerk.get(`/cases/cases?${query}`)
        times.push(performance.now() - start)
        expect([status, body.items.length, body.total]).toEqual([200, 50, total])
      }
      const scans = app.plans
        .slice(before)
        .flatMap(({ text, plan }) => (text.includes('plinth counted') ? nodesOf(plan) : []))
        .filter((node) => node['Relation Name'] === 'cases' || node['Index Name']?.startsWith('cases') === true)
      const used = new Set(
        scans.map((node) => `${node['Node Type']} ${node['Index Name'] ?? ''} ${node['Actual Rows']}`),
      )
      process.stdout.write(
        `${query || 'all'}: ${times.toSorted((a, b) => a - b)[10]!.toFixed(1)} ms\n${[...used].join('\n')}\n`,
      )
      expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan')
      expect(
        Math.max(...scans.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))),
      ).toBeLessThanOrEqual(ROWS / 100 + 1 + SHARED)
    }
  },
)

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
