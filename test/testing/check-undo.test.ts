import {
  defineCommand,
  defineEvents,
  defineFeatures,
  defineMigration,
  defineModule,
  get,
  Id,
  Ok,
  on,
  open,
  sql,
} from '@plinth/core'
import { CheckFailed, checkUndo, tenantA, type TestPlatform, type UndoExample } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../_setup/app.ts'
import { shop } from '../_setup/fixtures/shop.ts'

const commandOf = (id: string) => shop.commands!.find((command) => command.id === id)!
const item =
  (stock = 1) =>
  async (app: TestPlatform) => {
    const [row] = await app.sql(
      `insert into items (id, tenant_id, organization_id, name, stock, supplier_code)
      values (gen_random_uuid(), $1, $2, 'Pen', $3, 'secret') returning id`,
      [tenantA.id, tenantA.organization, stock],
    )
    return { id: row!['id'] as string }
  }
const examples: readonly UndoExample[] = [
  { command: commandOf('shop.items.create'), input: { name: 'Pen' } },
  {
    command: commandOf('shop.items.update'),
    input: async (app: TestPlatform) => ({ ...(await item()(app)), name: 'Cap' }),
  },
  { command: commandOf('shop.items.delete'), input: item() },
  { command: commandOf('shop.items.restock'), input: { below: 5 } },
  { command: commandOf('shop.labels.create'), input: { title: 'New' } },
]

test('what the shop does can be undone and redone, exactly', async () => {
  await using app = await testApp({ modules: [shop] })
  const report = await checkUndo(app, { examples, modules: [shop] })
  expect(report).toEqual({ commands: 5, examples: 5, reverts: 15 })
})

const events = defineEvents('games', { created: z.object({}) })
const id = 'd0000000-0000-4000-8000-000000000000'
const { play } = defineFeatures('games', { play: 'Play' })
const command = { access: play, input: z.object({}), output: Ok }
const insertGame = sql`insert into games (id, tenant_id, score) values (${id}, ${tenantA.id}, 1)`
const ok = { ok: true as const }
const forgetful = defineCommand({
  ...command,
  id: 'games.games.create',
  output: Id,
  async run({ db, emit }) {
    await insertGame.execute(db)
    emit(events.created, {})
    return { id }
  },
})
const idle = defineCommand({ ...command, id: 'games.games.idle', run: () => ok })
const final = defineCommand({
  ...command,
  id: 'games.games.final',
  undoable: false,
  async run({ db }) {
    await insertGame.execute(db)
    return ok
  },
})
const untried = defineCommand({ ...command, id: 'games.games.untried', run: () => ok })
/** What a module keeps by itself, past `cached`: it hears of what commands emit, and of no undo. */
let kept: number | undefined
const games = defineModule({
  id: 'games',
  title: 'Games',
  features: { play },
  events,
  subscribers: [on(events.created, () => (kept = undefined))],
  commands: [forgetful, idle, final, untried],
  migrations: [defineMigration('games.tables', `select plinth.tenant_table('games', 'score integer not null')`)],
  routes: [
    get('/games/total', { access: open, response: z.object({ total: z.number() }) }, async ({ widenScope }) => ({
      total: (kept ??= await widenScope('allTenants', 'count games', async ({ db }) => {
        const { rows } = await sql<{ total: number }>`select count(*) as total from games`.execute(db)
        return rows[0]!.total
      })),
    })),
  ],
})

async function failuresOf(check: Promise<unknown>): Promise<readonly string[]> {
  const error = await check.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CheckFailed)) throw error
  return error.failures
}

test('commands without an example, examples without a change and final commands are told', async () => {
  await using app = await testApp({ modules: [games] })
  const examples = [
    { command: idle, input: {} },
    { command: final, input: {}, name: 'an example' },
    { command: forgetful, input: 5 },
  ]
  expect(await failuresOf(checkUndo(app, { examples, modules: [games] }))).toEqual([
    'games.games.untried can be undone, but there is no example of it',
    'games.games.idle: the example changes no recorded row',
    'games.games.final, an example: its entry cannot be undone',
    expect.stringContaining('games.games.create: Invalid input'),
  ])
})

test('what is kept past an undo is told', async () => {
  kept = undefined
  await using app = await testApp({ modules: [games] })
  const look = async () => (await app.anonymous.get('/games/total')).body
  const failures = await failuresOf(
    checkUndo(app, { examples: [{ command: forgetful, input: {} }], modules: [], look }),
  )
  expect(failures).toEqual([
    'games.games.create: undo does not restore what readers see: {"total":0} became {"total":1}',
    'games.games.create: undo does not restore what readers see: {"total":0} became {"total":1}',
  ])
})

test('reverts that do nothing, or too little, or work twice are told with the rows', async () => {
  await using app = await testApp({ modules: [games] })
  const create = { command: forgetful, input: {} }
  const trace = defineCommand({ ...command, id: 'games.games.trace', run: () => ok })
  const idleTurn = () => app.platform.actAs(app.callerOf({ features: [play] }), ({ run }) => run(trace, {}))
  expect(await failuresOf(checkUndo(app, { examples: [create], modules: [], revert: idleTurn }))).toEqual([
    `games.games.create: undo does not restore the row ${id} of games`,
    'games.games.create: undo works twice',
    'games.games.create: redo works twice',
    `games.games.create: undo does not restore the row ${id} of games`,
    'games.games.create: undo works twice',
  ])
})

test('what follows a command by a subscriber is left out when it is named', async () => {
  const follower = defineCommand({
    ...command,
    id: 'games.games.follow',
    undoable: false,
    async run({ db }) {
      await sql`insert into labels (id, tenant_id, title) values (gen_random_uuid(), ${tenantA.id}, gen_random_uuid())`.execute(
        db,
      )
      return ok
    },
  })
  const following = defineModule({
    id: 'following',
    title: 'Following',
    requires: ['shop'],
    subscribers: [on(shop.events!['item.created']!, ({ run }) => run(follower, {}))],
  })
  await using app = await testApp({ modules: [shop, following] })
  const options = { examples: examples.slice(0, 1), modules: [following] }
  expect((await failuresOf(checkUndo(app, options)))[0]).toMatch('undo does not restore the row')
  const followers = { labels: 'counted later, on purpose' }
  await app.sql('delete from items; delete from labels')
  expect(await checkUndo(app, { ...options, followers })).toMatchObject({ reverts: 3 })
})
