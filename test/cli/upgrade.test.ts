import { type Platform, systemCaller } from '@plinth/core'
import { withPlatform } from '@plinth/host'
import { pathToFileURL } from 'node:url'
import type { HostOptions } from '@plinth/host'
import { expect, test } from 'vitest'
import { asAdmin } from '../core/_lab/databases.ts'
import { CONFIG, makeProduct, type Product } from './_product.ts'

// Locks are looked at 40 times a second, so that one of a fast migration could be missed.
const ADD_COLOR = `
const color = defineMigration('tags.color', 'alter table tags add column color text; select pg_sleep(0.3)')
`
/** A migration that leaves recorded labels without a place. */
const DROP_LABEL = `
const dropped = defineMigration('tags.drop', "alter table tags add column text text; update tags set text = label; alter table tags drop column label, alter column text set not null")
`

test('an upgrade is rehearsed on a copy: migrations, locks, log and undo', { timeout: 180_000 }, async () => {
  await using product = await makeProduct()
  await product.run('migrate')
  await product.run('seed')
  await write(product)

  const good = CONFIG.replace('const tagged', `${ADD_COLOR}const tagged`)
    .replace('migrations: [tables]', 'migrations: [tables, color]')
    .replace('{ label: p.string() }', '{ label: p.string(), color: p.string().nullable() }')
  await product.folder.write('next.ts', good)
  const fine = await product.run('upgrade', '--check', '--json', '--config', 'next.ts')
  expect([fine.code, fine.errors]).toEqual([0, expect.stringContaining('Migrating the copy')])
  const rehearsal = JSON.parse(fine.output)
  expect(rehearsal).toMatchObject({
    copy: { by: expect.stringMatching(/^(pg_dump|template)$/), kept: false },
    migrations: { ran: ['tags.color'] },
    trail: { faults: [] },
    undo: { failed: [] },
  })
  expect(rehearsal.locks).toContainEqual(expect.objectContaining({ table: 'tags', blocks: 'reads and writes' }))
  expect(rehearsal.undo.succeeded).toBeGreaterThanOrEqual(3)
  expect(fine.output).not.toContain('postgres://')

  const bad = CONFIG.replace('const tagged', `${DROP_LABEL}const tagged`)
    .replace('migrations: [tables]', 'migrations: [tables, dropped]')
    .replace('{ label: p.string() }', '{ text: p.string() }')
    .replaceAll("'label'", "'text'")
  await product.folder.write('bad.ts', bad)
  const broken = await product.run('upgrade', '--check', '--config', 'bad.ts')
  expect(broken.code).toBe(1)
  expect(broken.output).toMatch(/^Undo {8}tags\.\S+ \(entry \S+\): tags\.label cannot be restored/m)

  // Nothing is left behind, and the database itself is as it was.
  expect(JSON.parse((await product.run('status', '--json')).output).migrations.unknown).toEqual([])
  const copies = await asAdmin((admin) =>
    admin.query("select datname from pg_database where datname ~ '^plinth_rehearsal_'"),
  )
  expect(copies.rows).toEqual([])
})

/** Creates tags, and changes and deletes one of each. */
async function write(product: Product): Promise<void> {
  const config = pathToFileURL(`${product.folder.path}/plinth.config.ts`).href
  const { host, tags } = (await import(config)) as { host: HostOptions; tags: { commands: readonly { id: string }[] } }
  await withPlatform({ ...host, environment: product.environment }, async ({ platform }) => {
    await platform.start({ workers: false })
    const [scope] = (await product.database.sql(
      'select tenant_id as "tenantId", id as "organizationId" from organizations limit 1',
    )) as [{ tenantId: string; organizationId: string }]
    const run = (verb: string, input: object) =>
      runIn(platform, { ...scope, organizationIds: null }, { tags, verb, input })
    for (const label of ['red', 'green', 'blue']) {
      const { id } = await run('create', { label })
      if (label !== 'red') await run('update', { id, label: `${label}ish` })
      if (label === 'blue') await run('delete', { id })
    }
    await platform.settled()
  })
}

async function runIn(
  platform: Platform,
  scope: Parameters<typeof systemCaller>[1],
  { tags, verb, input }: { tags: { commands: readonly { id: string }[] }; verb: string; input: object },
): Promise<{ id: string }> {
  const command = tags.commands.find(({ id }) => id.endsWith(`.${verb}`))!
  return platform.as(systemCaller('test', scope), ({ run }) => run(command as never, input as never)) as Promise<{
    id: string
  }>
}
