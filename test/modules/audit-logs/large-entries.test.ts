import { auditLogs, sealEntries } from '@plinth/audit-logs'
import { tenantA, tenantB, type TestPlatform } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { nobody, verify, write } from './_trail.ts'

/** Entries whose changes are tiny as they are stored, and have 15 MB as text each. */
const large = (app: TestPlatform, count: number) =>
  app.sql(`with entry as (
      insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at)
      select '${tenantA.id}', gen_random_uuid(), 'large', 'somebody', now() from generate_series(1, ${count}) returning id)
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, after)
    select '${tenantA.id}', id, 'roles', gen_random_uuid(), image
    from entry, (select jsonb_agg(1e308::numeric) as image from generate_series(1, 48000)) i`)

const digesting = (app: TestPlatform) => app.statements.filter((text) => text.includes('sha256(')).length

test(
  'large entries are digested one by one and verified a few at a time, small ones together',
  { timeout: 60_000 },
  async () => {
    await using app = await authApp({ modules: [auditLogs] })
    await large(app, 6)
    for (let n = 1; n <= 6; n++) await write(app, `Role ${n}`, tenantB.id)
    const before = digesting(app)
    let { next } = await app.platform.as(nobody, ({ run }) => run(sealEntries, { walk: null }))
    while (next) {
      const walk = next
      ;({ next } = await app.platform.as(nobody, ({ run }) => run(sealEntries, { walk })))
    }
    const sealing = digesting(app) - before
    expect(sealing).toBeGreaterThanOrEqual(6)
    expect(sealing).toBeLessThanOrEqual(9)
    expect((await verify(app)).faults).toEqual([])
    expect(digesting(app) - before - sealing).toBeGreaterThanOrEqual(4)
    await app.sql(`update plinth.changes set after = '[1]' where seq = (select max(seq) from plinth.changes where table_name = 'roles'
    and tenant_id = '${tenantA.id}')`)
    expect((await verify(app)).faults).toMatchObject([{ tenantId: tenantA.id, kind: 'changed' }])
  },
)
