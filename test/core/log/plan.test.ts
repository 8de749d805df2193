import { defineMigration, type Migration } from '@plinth/core'
import { expect, test } from 'vitest'
import { openUpgrade } from './_upgrade.ts'

const later = (sql: string, rows?: Migration['rows']) => defineMigration('desk.later', sql, rows)
const [BODY, PRICE] = ['It does not print', 12_345_678_901_234_567_890n]

test('a renamed column and a renamed table are followed, and a row comes back with defaults', async () => {
  await using desk = await openUpgrade()
  const ticket = await desk.insert({ body: BODY, price: PRICE })
  const updated = await desk.run(`update tickets set body = 'Broken'`)
  const deleted = await desk.run('delete from tickets')
  await using next = await desk.migrate(
    later(`alter table tickets rename body to description; alter table tickets rename to cases;
      alter table cases add column priority text not null default 'low', add column mood text default 'calm';
      alter table cases alter column priority set default 'high';
      alter table cases add column place text not null default 'here';
      alter table cases alter column place drop default;`),
  )
  await next.revert('undo', deleted)
  expect(await next.sql('select id, description, price::text, priority, mood, place from cases')).toEqual([
    { id: ticket, description: 'Broken', price: `${PRICE}`, priority: 'low', mood: 'calm', place: 'here' },
  ])
  await next.revert('undo', updated)
  expect(await next.sql('select description, priority from cases')).toEqual([{ description: BODY, priority: 'low' }])
  await next.revert('redo', updated)
  expect(await next.sql('select description from cases')).toEqual([{ description: 'Broken' }])
})

test('what a migration declares: copied columns, new types, values that it filled in', async () => {
  await using desk = await openUpgrade()
  await desk.insert({ body: BODY, note: '7', price: PRICE })
  const updated = await desk.run(`update tickets set body = 'Broken', note = '8'`)
  const deleted = await desk.run('delete from tickets')
  await using next = await desk.migrate(
    later(
      `alter table tickets add column description text; update tickets set description = body;
      alter table tickets drop column body; alter table tickets add column slug text not null;
      alter table tickets alter column note type integer using note::integer * 10;`,
      {
        tickets: {
          renames: { body: 'description' },
          upgrade: (row) => ({
            ...row,
            note: Number(row['note']) * 10,
            slug: String(row['description']).toLowerCase().replaceAll(' ', '-'),
          }),
        },
      },
    ),
  )
  await next.revert('undo', deleted)
  expect(await next.sql('select description, slug, note, price::text from tickets')).toEqual([
    { description: 'Broken', slug: 'broken', note: 80, price: `${PRICE}` },
  ])
  await next.revert('undo', updated)
  expect(await next.sql('select description, slug, note from tickets')).toEqual([
    { description: BODY, slug: 'it-does-not-print', note: 70 },
  ])
})

const refusals: [what: string, sql: string, reason: string][] = [
  ['dropped', 'alter table tickets drop column body', "tickets.body cannot be restored: migration 'desk.later'"],
  [
    'dropped and made again',
    'alter table tickets drop column body; alter table tickets add column body text',
    "tickets.body cannot be restored: migration 'desk.later' dropped the column",
  ],
  [
    'of another type',
    'alter table tickets alter column body type integer using length(body)',
    "tickets.body cannot be restored: migration 'desk.later'",
  ],
  [
    'in a table that was dropped',
    'drop table tickets cascade',
    "Rows of tickets cannot be restored: migration 'desk.later'",
  ],
  [
    'without a value that is needed now',
    `alter table tickets add column slug text; update tickets set slug = body; alter table tickets alter slug set not null`,
    'Rows of tickets cannot be restored: slug needs a value, which was not recorded',
  ],
  [
    'against a new check',
    'alter table tickets add constraint tickets_short check (length(body) < 10)',
    'Rows of tickets cannot be restored: they break the check tickets_short',
  ],
]

test.each(refusals)('a recorded value %s is refused with a sentence, and nothing is spent', async (_, sql, reason) => {
  await using desk = await openUpgrade()
  await desk.insert({ body: BODY })
  const deleted = await desk.run('delete from tickets')
  await using next = await desk.migrate(later(sql))
  await expect(next.revert('undo', deleted)).rejects.toThrow(reason)
  expect(await next.sql('select from plinth.turns')).toEqual([])
  expect(next.log.at('warn').map(({ message }) => message)).toContain('undo refused')
})

test('what was not touched by an entry may go, and so may what is given up', async () => {
  await using desk = await openUpgrade()
  await desk.insert({ body: BODY, note: 'old' })
  const updated = await desk.run(`update tickets set body = 'Broken'`)
  const created = await desk.run(`insert into tickets (id, tenant_id, body, note)
    values (gen_random_uuid(), plinth.tenant(), 'Second', 'gone')`)
  const deleted = await desk.run(`delete from tickets where body = 'Broken'`)
  {
    await using refusing = await desk.migrate(later('alter table tickets drop column note'))
    await expect(refusing.revert('undo', deleted)).rejects.toThrow('tickets.note cannot be restored')
  }
  // A declaration may follow when somebody needs it.
  await using next = await desk.migrate(later('alter table tickets drop column note', { tickets: { drops: ['note'] } }))
  for (const entry of [deleted, created, updated]) await next.revert('undo', entry)
  expect(await next.sql('select body from tickets')).toEqual([{ body: BODY }])
})

test('an action of which nothing is left is refused', async () => {
  await using desk = await openUpgrade()
  await desk.insert({ body: BODY, note: 'old', price: 4n })
  const priced = await desk.run('update tickets set price = 5, updated_at = now()')
  const noted = await desk.run(`update tickets set note = 'new'`)
  const both = await desk.run(`update tickets set price = 6, body = 'Broken'`)
  await using next = await desk.migrate(
    later('alter table tickets drop column price cascade', { tickets: { drops: ['price'] } }),
    defineMigration('desk.forget', 'alter table tickets drop column note', {
      tickets: { upgrade: ({ note, ...row }) => (note === null ? row : row) },
    }),
  )
  await next.revert('undo', both)
  expect(await next.sql('select body from tickets')).toEqual([{ body: BODY }])
  await expect(next.revert('undo', noted)).rejects.toThrow(
    "Rows of tickets cannot be restored: migration 'desk.forget'",
  )
  await expect(next.revert('undo', priced)).rejects.toThrow(
    "tickets.price cannot be restored: migration 'desk.later' dropped the column",
  )
})

test('a copied column is restored in both until the old one goes, and in the new one afterwards', async () => {
  await using desk = await openUpgrade()
  const id = await desk.insert({ body: BODY, price: 4n })
  const updated = await desk.run(`update tickets set body = 'Broken', price = 5`)
  const deleted = await desk.run('delete from tickets')
  const expand = defineMigration(
    'desk.expand',
    `alter table tickets add column words text, add column cost text; update tickets set words = body, cost = price`,
    { tickets: { copies: { body: 'words', price: 'cost' } } },
  )
  const contract = defineMigration('desk.contract', 'alter table tickets drop column body, drop column price cascade', {
    tickets: { drops: ['body', 'price'] },
  })
  await using next = await desk.migrate(expand)
  await next.revert('undo', deleted)
  expect(await next.sql('select id, body, words, price::text, cost from tickets')).toEqual([
    { id, body: 'Broken', words: 'Broken', price: '5', cost: '5' },
  ])
  await using last = await desk.migrate(expand, contract)
  await last.revert('undo', updated)
  expect(await last.sql('select words, cost from tickets')).toEqual([{ words: BODY, cost: '4' }])
})

test('columns that moved to another table are restored there', async () => {
  await using desk = await openUpgrade()
  const id = await desk.insert({ body: BODY, note: 'old', price: 4n })
  const noted = await desk.run(`update tickets set note = 'new'`)
  const emptied = await desk.run('update tickets set note = null, price = null')
  const deleted = await desk.run('delete from tickets')
  const split = later(
    `select plinth.tenant_table('offers', $$ticket_id uuid not null, note text, cost text, priority text not null default 'low',
       foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade$$);
     insert into offers (id, tenant_id, ticket_id, note, cost) select id, tenant_id, id, note, price from tickets;
     alter table tickets drop column note, drop column price cascade`,
    { tickets: { splits: { offers: { columns: { note: 'note', price: 'cost' }, reference: 'ticket_id' } } } },
  )
  await using next = await desk.migrate(
    split,
    defineMigration('desk.renamed', 'alter table offers rename cost to amount; alter table offers rename to deals'),
  )
  const deals = () => next.sql('select id, ticket_id, note, amount, priority from deals')
  await next.revert('undo', deleted)
  expect(await next.sql('select id, body from tickets')).toEqual([{ id, body: BODY }])
  expect(await deals()).toEqual([])
  await next.revert('undo', emptied)
  expect(await deals()).toEqual([{ id, ticket_id: id, note: 'new', amount: '4', priority: 'low' }])
  await next.revert('undo', noted)
  expect(await deals()).toMatchObject([{ note: 'old', amount: '4' }])
  await next.revert('redo', noted)
  await next.revert('redo', emptied)
  expect(await deals()).toEqual([])
  await next.revert('redo', deleted)
  expect(await next.sql('select from tickets')).toEqual([])
})

test('a generated column is neither written nor missed, whatever becomes of it', async () => {
  await using desk = await openUpgrade()
  await desk.insert({ body: BODY })
  const deleted = await desk.run('delete from tickets')
  await using next = await desk.migrate(
    later(`alter table tickets drop column digits;
      alter table tickets add column letters integer generated always as (length(body)) stored`),
  )
  await next.revert('undo', deleted)
  expect(await next.sql('select body, letters from tickets')).toEqual([{ body: BODY, letters: BODY.length }])
})

test('a virtual column is recorded with its value, and neither written nor missed', async ({ skip }) => {
  await using desk = await openUpgrade()
  const [server] = await desk.sql(`select current_setting('server_version_num')::integer as version`)
  if ((server!['version'] as number) < 180_000) skip()
  await using next = await desk.migrate(
    later(`alter table tickets add column letters integer generated always as (length(body));
      select plinth.tenant_table('safes', 'code text, pin text, length integer generated always as (length(code)),
        pins integer generated always as (length(pin))', '{pin}')`),
  )
  const id = await desk.insert({ body: BODY })
  const updated = await next.run(`update tickets set body = 'Broken'`)
  const unchanged = await next.run(`update tickets set body = body`)
  const deleted = await next.run('delete from tickets')
  const stored = await next.run(
    `insert into safes (id, tenant_id, code, pin) values ('${id}', plinth.tenant(), 'abc', '1234')`,
  )
  const changes = (entry: string) =>
    next.sql(`select before ->> 'letters' as was, after ->> 'letters' as is from plinth.changes where entry_id = $1`, [
      entry,
    ])
  expect(await changes(updated)).toEqual([{ was: `${BODY.length}`, is: '6' }])
  expect(await changes(unchanged)).toEqual([])
  expect(await changes(deleted)).toEqual([{ was: '6', is: null }])
  expect(await next.sql('select after from plinth.changes where entry_id = $1', [stored])).toMatchObject([
    { after: { code: 'abc', length: 3, pins: null } },
  ])
  await next.revert('undo', deleted)
  await next.revert('undo', updated)
  expect(await next.sql('select body, letters from tickets')).toEqual([{ body: BODY, letters: BODY.length }])
})

test('a declaration that does not fit its migration is refused, and nothing is committed', async () => {
  await using desk = await openUpgrade()
  const rename = 'alter table tickets rename body to description'
  for (const [rows, reason] of [
    [{ tickets: { renames: { text: 'description' } } }, 'names tickets.text, which does not exist'],
    [{ tickets: { renames: { body: 'words' } } }, 'renames a column to tickets.words, which does not exist'],
    [{ tickets: { copies: { body: 'words' } } }, 'renames a column to tickets.words, which does not exist'],
    [{ tickets: { splits: { cases: { columns: { body: 'body' } } } } }, 'moves rows of tickets to cases, which is not'],
    [{ cases: { drops: ['body'] } }, 'declares rows of cases, which is not a recorded table'],
  ] as const)
    await expect(desk.migrate(later(rename, rows))).rejects.toThrow(`Migration 'desk.later' ${reason}`)
  expect(await desk.sql('select body from tickets')).toEqual([])
})
