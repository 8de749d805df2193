import { expect, test } from 'vitest'
import { asAdmin } from '../core/_lab/databases.ts'
import { CONFIG, makeProduct } from './_product.ts'
import { writeTags } from './_write-tags.ts'

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
  await writeTags({ folder: product.folder.path, environment: product.environment })

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

  // The deployed version works on the migrated copy, or the report names what it can no longer do.
  const along = await product.run('upgrade', '--check', '--former', product.folder.path, '--config', 'next.ts')
  expect([along.code, along.output]).toEqual([
    0,
    expect.stringMatching(/^Former {6}\d\d routes tried .*, 0 fail now$/m),
  ])
  expect(along.output).toMatch(/^Former {6}\d+ actions tried: .* 0 no longer$/m)

  const bad = CONFIG.replace('const tagged', `${DROP_LABEL}const tagged`)
    .replace('migrations: [tables]', 'migrations: [tables, dropped]')
    .replace('{ label: p.string() }', '{ text: p.string() }')
    .replaceAll("'label'", "'text'")
  await product.folder.write('bad.ts', bad)
  const broken = await product.run('upgrade', '--check', '--former', product.folder.path, '--config', 'bad.ts')
  expect(broken.code).toBe(1)
  expect(broken.output).toMatch(/^Former {6}start: Entities and tables differ/m)
  const nowhere = await product.run('upgrade', '--check', '--former', 'nowhere')
  expect([nowhere.code, nowhere.errors]).toEqual([2, expect.stringContaining('nowhere has no plinth.config.ts')])
  expect(broken.output).toMatch(/^Undo {8}tags\.\S+ \(entry \S+\): tags\.label cannot be restored/m)

  // Nothing is left behind, and the database itself is as it was.
  expect(JSON.parse((await product.run('status', '--json')).output).migrations.unknown).toEqual([])
  const copies = await asAdmin((admin) =>
    admin.query("select datname from pg_database where datname ~ '^plinth_rehearsal_'"),
  )
  expect(copies.rows).toEqual([])
})
