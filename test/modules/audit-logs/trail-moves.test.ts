import { restoreMonth, verifyTrail } from '@plinth/audit-logs'
import type { Platform } from '@plinth/core'
import { platformKeys } from '@plinth/core/security'
import { tenantA, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { countByMonth, memoryStore, openArchived } from './_archive.ts'
import { nobody, verify, write } from './_trail.ts'

interface Beside {
  /** The read behind which it happens: by its number, or by what it has found. */
  readonly place: number | ((result: unknown) => boolean)
  readonly meanwhile: () => Promise<unknown>
}

/** Verifies one tenant while something happens in the middle; says how many reads there were. */
async function verifyBeside(app: TestPlatform, { place, meanwhile }: Beside) {
  const { keys, at } = await app.platform.actAs(nobody, async ({ inject, now }) => ({
    keys: inject(platformKeys),
    at: new Date(now().getTime() + 3_600_000),
  }))
  let reads = 0
  let happening: Promise<unknown> = Promise.resolve()
  const widenScope: Platform['widenScope'] = async (reach, reason, work) => {
    await happening
    const result = await app.platform.widenScope(reach, reason, work)
    reads++
    if (typeof place === 'number' ? reads === place : place(result)) happening = meanwhile()
    await happening
    return result
  }
  const { faults } = await verifyTrail({ widenScope }, { keys, at, tenantId: tenantA.id })
  return { faults, reads }
}

const restore = (app: TestPlatform) =>
  app.platform.actAs(nobody, ({ run }) => run(restoreMonth, { tenantId: tenantA.id, month: '2030-02' }))

test('what moves to the archive or back during a verification is no fault, whenever it moves', async () => {
  const { app, job } = await openArchived(memoryStore().store)
  await using _ = app
  app.clock.set(new Date(Date.UTC(2030, 6, 1)))
  const archiveAgain = async () => {
    app.clock.advance(9 * 86_400_000)
    await job('audit_logs.archive-actions')
  }
  for (let [place, reads] = [1, 1]; place <= reads; place++) {
    const archived = await verifyBeside(app, { place, meanwhile: archiveAgain })
    expect(archived.faults, `archived after read ${place}`).toEqual([])
    expect(await countByMonth(app, tenantA.id)).toEqual([])
    const restored = await verifyBeside(app, { place, meanwhile: () => restore(app) })
    expect(restored.faults, `restored after read ${place}`).toEqual([])
    reads = Math.max(archived.reads, restored.reads)
    expect(reads).toBeLessThan(20)
  }
})

test('a fault is found all the same beside the archive', async () => {
  const { app, job } = await openArchived(memoryStore().store)
  await using _ = app
  const [seal] = await app.sql<{ number: number }>(
    `select min(s.number)::int as number from plinth.seals s join plinth.action_log e on e.id = s.entry_id
     where s.tenant_id = $1 and e.created_at >= '2030-03-01'`,
    [tenantA.id],
  )
  for (const change of [
    `update plinth.seals set hash = digest where tenant_id = $1 and number = $2`,
    `delete from plinth.seals where tenant_id = $1 and number = $2`,
  ]) {
    app.clock.set(new Date(Date.UTC(2030, 6, 1)))
    await app.sql(change, [tenantA.id, seal!.number + 1])
    const { faults } = await verifyBeside(app, { place: 1, meanwhile: () => job('audit_logs.archive-actions') })
    expect(faults).toEqual((await verify(app, { tenantId: tenantA.id })).faults)
    expect(faults.length).toBeGreaterThan(0)
    expect((await countByMonth(app, tenantA.id)).map(({ month }) => month)).toEqual(['2030-03'])
  }
})

test('a part of a chain may leave when the first of its links have been followed', async () => {
  const { app, job } = await openArchived(memoryStore().store)
  await using _ = app
  await app.sql(
    `insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at)
     select $1, (left(plinth.first_id('2030-03-20')::text, 24) || lpad(to_hex(n), 12, '0'))::uuid, 'bulk', 'somebody', '2030-03-20'
     from generate_series(1, 5100) n`,
    [tenantA.id],
  )
  app.clock.set(new Date(Date.UTC(2030, 6, 1)))
  await write(app, 'Later')
  await job('audit_logs.seal-trail')
  const behindPage = (result: unknown) => Array.isArray(result) && result.length === 5_000
  const archive = () => job('audit_logs.archive-actions')
  expect((await verifyBeside(app, { place: behindPage, meanwhile: archive })).faults).toEqual([])
  expect((await countByMonth(app, tenantA.id)).map(({ month }) => month)).toEqual(['2030-07'])
})
