import { defineAuditLogs, fileSink } from '@plinth/audit-logs'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { verify, write } from './_trail.ts'

const inA = `tenant_id = '${tenantA.id}'`

/** Every trace that the database has of A's entries after a place, as its owner removes them. */
const cutAfter = (place: number) => `
  delete from plinth.changes where entry_id in (select entry_id from plinth.seals where ${inA} and number > ${place});
  delete from plinth.action_log where id in (select entry_id from plinth.seals where ${inA} and number > ${place});
  delete from plinth.checkpoints where ${inA} and number > ${place};
  delete from plinth.seals where ${inA} and number > ${place}`

test('with the end of the trail every trace of it in the database is removed: the sink tells', async () => {
  await using lab = await open()
  const { app, sink, end } = lab
  const whole = await verify(app, { sink })
  expect(whole).toMatchObject({ anchors: { count: 2, tenantsWithout: 0 }, faults: [] })
  await app.sql(cutAfter(end - 3))
  expect((await verify(app)).faults).toEqual([])
  const { anchors, faults } = await verify(app, { sink })
  expect(anchors).toEqual(whole.anchors)
  expect(faults).toEqual([
    {
      tenantId: tenantA.id,
      kind: 'removed',
      number: end,
      entryId: null,
      detail: `According to the sink, the chain reached this place at ${anchors?.latestAt}; it ends at ${end - 3}`,
    },
  ])
  expect((await verify(app, { sink, tenantId: tenantB.id })).faults).toEqual([])
})

test('a chain that was cut off and has grown again is another one', async () => {
  await using lab = await open()
  const { app, sink, end } = lab
  await app.sql(cutAfter(end - 3))
  for (let n = 1; n <= 5; n++) await write(app, `Instead ${n}`)
  await lab.seal()
  expect((await verify(app)).faults).toEqual([])
  expect((await verify(app, { sink })).faults).toMatchObject([{ kind: 'forged', number: end, tenantId: tenantA.id }])
})

test('a tenant whose whole chain is gone is missed, and one that the sink has never seen is told', async () => {
  await using lab = await open()
  const { app, sink, folder, end } = lab
  await app.sql(cutAfter(0))
  const { faults } = await verify(app, { sink })
  expect(faults).toMatchObject([{ tenantId: tenantA.id, kind: 'removed', number: end }])
  expect(faults[0]!.detail).toMatch(/nothing of it is left$/)
  await rm(folder, { recursive: true })
  expect((await verify(app, { sink })).anchors).toEqual({ count: 0, latestAt: null, tenantsWithout: 1 })
})

test('a deleted tenant keeps its chain: no fault', async () => {
  await using lab = await open()
  const { app, sink } = lab
  const gone = await app.as({ features: ['*'], isSuperAdmin: true }).del(`/directory/tenants?id=${tenantB.id}`)
  expect(gone.status).toBe(200)
  await lab.seal()
  expect(await verify(app, { sink })).toMatchObject({ anchors: { tenantsWithout: 0 }, faults: [] })
})

test('lines that this platform did not write count as forged and hide nothing', async () => {
  await using lab = await open()
  const { app, sink, folder, file, end } = lab
  const lines = (await readFile(await file(), 'utf8')).trim().split('\n')
  const ofA = lines.find((line) => line.includes(tenantA.id))!
  const line = JSON.parse(ofA) as Record<string, unknown>
  await writeFile(join(folder, 'forged.jsonl'), `${JSON.stringify({ ...line, number: 1000 })}\nnothing\n`)
  const { anchors, faults } = await verify(app, { sink })
  expect(anchors?.count).toBe(2)
  expect(faults.map(({ tenantId, kind, number }) => ({ tenantId, kind, number }))).toEqual([
    { tenantId: tenantA.id, kind: 'forged', number: 1000 },
    { tenantId: null, kind: 'forged', number: null },
  ])
  await app.sql(cutAfter(end - 1))
  expect((await verify(app, { sink })).faults).toContainEqual(
    expect.objectContaining({ tenantId: tenantA.id, kind: 'removed', number: end }),
  )
})

test('a last line that a crash cut off is no fault, and what it said is written again after the start', async () => {
  await using lab = await open()
  const { app, sink } = lab
  const file = await lab.file()
  const text = await readFile(file, 'utf8')
  await truncate(file, text.length - 10)
  expect(await verify(app, { sink })).toMatchObject({ anchors: { count: 1, tenantsWithout: 1 }, faults: [] })
  await using restarted = await authApp({ modules: [lab.modules()], databaseUrl: app.databaseUrl })
  await minute(restarted)
  expect(await verify(app, { sink })).toMatchObject({ anchors: { count: 3, tenantsWithout: 0 }, faults: [] })
  await appendFile(file, 'x'.repeat(2_000))
  await expect(verify(app, { sink })).rejects.toThrow('a line of more than 1000 characters')
})

test('only what has grown is written, each line once', async () => {
  await using lab = await open()
  const { app, folder, file } = lab
  await lab.seal()
  await write(app, 'More')
  await lab.seal()
  const lines = (await readFile(await file(), 'utf8')).trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { tenant: string }).tenant)).toEqual([
    tenantA.id,
    tenantB.id,
    tenantA.id,
  ])
  expect(await readdir(folder)).toHaveLength(1)
})

test('a sink that fails stops nothing: it is logged, and gets the same later', async () => {
  let isBroken = true
  await using lab = await open({
    append(lines, sink) {
      if (isBroken) throw new Error('The disk is full')
      return sink.append(lines)
    },
  })
  const { app, sink } = lab
  expect(app.log.at('warn')).toMatchObject([{ message: 'checkpoints could not be anchored; retrying in a minute' }])
  expect(app.log.at('error')).toEqual([])
  expect(await verify(app, { sink })).toMatchObject({ anchors: { count: 0, tenantsWithout: 2 }, faults: [] })
  isBroken = false
  await lab.seal()
  expect(await verify(app, { sink })).toMatchObject({ anchors: { count: 2, tenantsWithout: 0 }, faults: [] })
})

type Append = (lines: readonly string[], sink: ReturnType<typeof fileSink>) => Promise<void>

/** A platform with a folder of checkpoints and chained entries of two tenants; `end` is where the chain of A ends. */
async function open({ append = (lines, sink) => sink.append(lines) }: { append?: Append } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-checkpoints-'))
  const sink = fileSink({ folder })
  // Each host has a sink of its own on the folder.
  const modules = () => {
    const own = fileSink({ folder })
    return defineAuditLogs({ checkpoints: { ...own, append: async (lines) => append(lines, own) } })
  }
  const app = await authApp({ modules: [modules()] })
  for (const tenantId of [tenantA.id, tenantB.id]) for (let n = 1; n <= 5; n++) await write(app, `Role ${n}`, tenantId)
  await minute(app)
  const rows = await app.sql<{ end: number }>(`select max(number)::int as end from plinth.seals where ${inA}`)
  return {
    app,
    sink,
    folder,
    modules,
    end: rows[0]!.end,
    seal: () => minute(app),
    file: async () => join(folder, (await readdir(folder))[0]!),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Lets the job run that chains. */
async function minute(app: TestPlatform): Promise<void> {
  app.clock.advance(60_000)
  await app.jobs()
}
