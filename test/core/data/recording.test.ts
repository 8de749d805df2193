import { sql } from '@plinth/core'
import { expect, test } from 'vitest'
import { command, createItem, Item, renameItem } from '../_lab/lab-module.ts'
import { openLab, callerA } from '../_lab/lab.ts'

const tenant = callerA.scope.tenantId

test('insert, update and delete are recorded as they were and became', async () => {
  const remove = command('delete', async ({ from, input }) => {
    await from.remove(Item, input.id!)
    return { id: input.id }
  })
  await using lab = await openLab({ commands: [remove] })
  await lab.do(async ({ run }) => {
    const { id } = await run(createItem, { name: 'one' })
    await run(renameItem, { id, name: 'two' })
    await run(remove, { id })
  })
  const [created, renamed, deleted] = await lab.changes()
  expect(created).toMatchObject({ table: 'items', before: null, after: { name: 'one', tenant_id: tenant } })
  expect(renamed).toMatchObject({ before: { name: 'one' }, after: { name: 'two', shouted: 'TWO' } })
  expect(deleted).toMatchObject({ before: { name: 'two' }, after: null })
})

test('bulk statements, upserts, cascades and repeated updates are recorded row by row, in order', async () => {
  const bulk = command('bulk', async ({ db }) => {
    await sql`insert into items (id, tenant_id, name) select gen_random_uuid(), ${tenant}, 'n' || g
      from generate_series(1, 3) g`.execute(db)
    await sql`insert into parts (id, tenant_id, item_id, note) select gen_random_uuid(), ${tenant}, id, name from items`.execute(
      db,
    )
    await sql`insert into items (id, tenant_id, name, amount)
      values (gen_random_uuid(), ${tenant}, 'n1', 7), (gen_random_uuid(), ${tenant}, 'n4', 8)
      on conflict (tenant_id, name) do update set amount = excluded.amount`.execute(db)
    await sql`update items set amount = 1 where name = 'n2'`.execute(db)
    await sql`update items set amount = 2 where name = 'n2'`.execute(db)
    await sql`update items set amount = 2 where name = 'n2'`.execute(db)
    await sql`delete from items where name <> 'n4'`.execute(db)
    return {}
  })
  await using lab = await openLab({ commands: [bulk] })
  await lab.do(({ run }) => run(bulk, {}))
  const changes = await lab.changes()
  const recorded = (table: string, kind: (c: (typeof changes)[0]) => boolean) =>
    changes.filter((change) => change.table === table && kind(change)).length
  expect(recorded('items', ({ before }) => before === null)).toBe(4)
  expect(recorded('items', ({ before, after }) => before !== null && after !== null)).toBe(3)
  expect(recorded('items', ({ after }) => after === null)).toBe(3)
  expect(recorded('parts', ({ before }) => before === null)).toBe(3)
  expect(recorded('parts', ({ after }) => after === null)).toBe(3)
  const amounts = changes.filter(({ after, before }) => before && after?.['name'] === 'n2')
  expect(amounts.map(({ before, after }) => [before!['amount'], after!['amount']])).toEqual([
    [null, 1],
    [1, 2],
  ])
})

test('a row whose id changes went and came', async () => {
  const move = command('move', async ({ db }) => {
    await sql`update items set id = gen_random_uuid()`.execute(db)
    return {}
  })
  await using lab = await openLab({ commands: [move] })
  await lab.do(async ({ run }) => {
    await run(createItem, { name: 'one' })
    await run(move, {})
  })
  const moved = (await lab.changes()).slice(1)
  expect(moved.map(({ before, after }) => [before === null, after === null]).sort()).toEqual([
    [false, true],
    [true, false],
  ])
})

test('every kind of column comes back out of the record as it was', async () => {
  const fill = command('fill', async ({ db }) => {
    await sql`insert into items (id, tenant_id, name, amount, data, labels, bytes)
      values (gen_random_uuid(), ${tenant}, 'Größe "1"', 12345678901234567890.123456789012345678,
        ${JSON.stringify({ deep: [1, { n: null }], text: '\\u2028' })}, '{"a,b",NULL,"c\\"d"}', '\\x00ff10')`.execute(
      db,
    )
    return {}
  })
  await using lab = await openLab({ commands: [fill] })
  await lab.do(({ run }) => run(fill, {}))
  const [same] = await lab.sql<{ same: boolean }>(`
    select (to_jsonb(jsonb_populate_record(null::items, c.after)) - 'secret') = (to_jsonb(i) - 'secret')
      and (jsonb_populate_record(null::items, c.after)).amount::text = i.amount::text
      and (jsonb_populate_record(null::items, c.after)).bytes = i.bytes
      and (jsonb_populate_record(null::items, c.after)).labels = i.labels as same
    from items i, plinth.changes c`)
  expect(same).toEqual({ same: true })
})

test('secrets are kept aside, only when they change, and no statement of a tenant reads them', async () => {
  const reveal = command('reveal', async ({ db }) => {
    await sql`select * from plinth.kept_secrets`.execute(db)
    return {}
  })
  const change = command('change', async ({ db }) => {
    await sql`update items set secret = 'second' where secret is not null`.execute(db)
    await sql`delete from items`.execute(db)
    return {}
  })
  await using lab = await openLab({ commands: [reveal, change] })
  await lab.do(async ({ run }) => {
    const { id } = await run(createItem, { name: 'one', secret: 'first' })
    await run(renameItem, { id, name: 'two' })
    await run(createItem, { name: 'three' })
    await run(change, {})
  })
  expect(JSON.stringify(await lab.changes())).not.toMatch(/first|second/)
  const kept = await lab.sql('select before, after from plinth.kept_secrets order by seq')
  expect(kept.slice(0, 3)).toEqual([
    { before: null, after: { secret: 'first' } },
    { before: null, after: { secret: null } },
    { before: { secret: 'first' }, after: { secret: 'second' } },
  ])
  expect(kept.slice(3)).toHaveLength(2)
  expect(kept.slice(3)).toContainEqual({ before: { secret: 'second' }, after: null })
  expect(kept.slice(3)).toContainEqual({ before: { secret: null }, after: null })
  await expect(lab.do(({ run }) => run(reveal, {}))).rejects.toMatchObject({ status: 403 })
  const [may] = await lab.sql(`select
    has_table_privilege('plinth_app', 'plinth.kept_secrets', 'select, insert, update, delete') as app,
    has_table_privilege('plinth_system', 'plinth.kept_secrets', 'insert, update, delete') as system`)
  expect(may).toEqual({ app: false, system: false })
})

test('the log is append only for those who write it', async () => {
  await using lab = await openLab()
  for (const authority of ['plinth_app', 'plinth_system']) {
    const [row] = await lab.sql(`select
      has_table_privilege('${authority}', 'plinth.action_log', 'update, delete, truncate') as log,
      has_table_privilege('${authority}', 'plinth.changes', 'insert, update, delete, truncate') as changes,
      has_table_privilege('${authority}', 'items', 'truncate, trigger') as items`)
    expect(row).toEqual({ log: false, changes: false, items: false })
  }
})

test('writes without an entry are refused, by the transaction and by the table', async () => {
  await using lab = await openLab()
  const write = sql`insert into items (id, tenant_id, name) values (gen_random_uuid(), ${tenant}, 'x')`
  await expect(lab.do(({ db }) => write.execute(db))).rejects.toMatchObject({ code: '25006' })
  await expect(lab.platform.widenScope('allTenants', 'try', ({ db }) => write.execute(db))).rejects.toMatchObject({
    code: '25006',
  })
  await expect(
    lab.sql(
      `begin; set local role plinth_app; set local plinth.tenant = '${tenant}';
      insert into items (id, tenant_id, name) values (gen_random_uuid(), '${tenant}', 'x')`,
    ),
  ).rejects.toMatchObject({ code: 'PL001' })
  expect(await lab.counts()).toMatchObject({ items: 0 })
})

test('a table that cannot be recorded, or a secret that is misspelt, fails its migration', async () => {
  await using lab = await openLab()
  await expect(lab.sql(`begin; create table t (key text); select plinth.record('t')`)).rejects.toThrow(
    'needs a column id',
  )
  await expect(lab.sql(`begin; select plinth.scoped_table('t', 'a text', '{password}')`)).rejects.toThrow(
    'no column password',
  )
})
