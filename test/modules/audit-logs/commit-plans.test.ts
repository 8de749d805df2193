import { auditLogs } from '@plinth/audit-logs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { adminOf, addRole, tenantA } from '../auth/_people.ts'

test('what a commit reads of the log in its parts is read by one plan, not by a new one each time', async () => {
  await using app = await authApp({ modules: [auditLogs] })
  await addRole(adminOf(app), 'Clerk')
  const [entry] = await app.sql<{ id: string }>(
    `select id from plinth.action_log where command_id = 'auth.roles.create'`,
  )
  const client = new pg.Client(app.databaseUrl)
  await client.connect()
  try {
    const plans: string[] = []
    client.on('notice', ({ message }) => plans.push(message ?? ''))
    await client.query(`load 'auto_explain'; set client_min_messages = log; set auto_explain.log_min_duration = 0;
      set auto_explain.log_nested_statements = on; select set_config('plinth.tenant', '${tenantA.id}', false)`)
    // PostgreSQL makes a plan for each of the first five calls, wherever it chooses by itself.
    for (let call = 0; call < 8; call++) {
      plans.length = 0
      const { rows } = await client.query('select plinth.written_tables($1, $2, 1000000) as written', [
        tenantA.id,
        entry!.id,
      ])
      expect(rows).toEqual([{ written: ['roles'] }])
    }
    const plan = plans.find((text) => text.includes('plinth.changes'))
    expect(plan).toContain('$')
    expect(plan).toMatch(/Index Cond: \(\(tenant_id = \$\d+\) AND \(entry_id = \$\d+\)\)/)
    expect(plan).toMatch(/Subplans Removed: \d/)
  } finally {
    await client.end()
  }
})
