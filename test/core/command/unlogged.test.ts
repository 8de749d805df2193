import { defineCommand, defineFeatures, defineMigration, defineModule, sql } from '@plinth/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const { work } = defineFeatures('ticks', { work: 'Work' })
const Name = z.object({ name: z.string() })
const Done = z.object({})
const tick = defineCommand({
  id: 'ticks.tick',
  access: work,
  logged: false,
  input: Name,
  output: Done,
  async run({ input, db, scope, invalidate }) {
    await sql`insert into ticks (tenant_id, id, name) values (${scope.tenantId}, gen_random_uuid(), ${input.name})`.execute(
      db,
    )
    invalidate('ticks')
    return {}
  },
})
const write = defineCommand({
  id: 'ticks.write',
  access: work,
  input: Name,
  output: Done,
  async run({ input, db, scope, run }) {
    await sql`insert into notes (tenant_id, id, name) values (${scope.tenantId}, gen_random_uuid(), ${input.name})`.execute(
      db,
    )
    await run(tick, input)
    if (input.name === 'bad') throw new Error('bad')
    return {}
  },
})
const sneak = defineCommand({
  id: 'ticks.sneak',
  access: work,
  logged: false,
  input: Name,
  output: Done,
  run: ({ input, run }) => run(write, input),
})
const ticks = defineModule({
  id: 'ticks',
  title: 'Ticks',
  features: { work },
  migrations: [
    defineMigration(
      'ticks.tables',
      `create table ticks (tenant_id uuid not null, id uuid not null, name text not null, primary key (tenant_id, id));
       select plinth.guard('ticks', plinth.visible('ticks'));
       select plinth.tenant_table('notes', 'name text not null');`,
    ),
  ],
  commands: [tick, write, sneak],
})

test('a command that is not logged writes unrecorded tables, without an entry', async () => {
  await using app = await testApp({ modules: [ticks] })
  await app.platform.actAs(app.callerOf({ features: ['*'] }), ({ run }) => run(tick, { name: 'one' }))
  expect(await app.sql('select name from ticks')).toEqual([{ name: 'one' }])
  expect(await app.sql('select from plinth.action_log')).toEqual([])
})

test('within a command it shares its fate and its entry', async () => {
  await using app = await testApp({ modules: [ticks] })
  const caller = app.callerOf({ features: ['*'] })
  await app.platform.actAs(caller, ({ run }) => run(write, { name: 'good' }))
  await expect(app.platform.actAs(caller, ({ run }) => run(write, { name: 'bad' }))).rejects.toThrow('bad')
  expect(await app.sql('select name from ticks')).toEqual([{ name: 'good' }])
  expect(await app.sql('select command_id from plinth.action_log')).toEqual([{ command_id: 'ticks.write' }])
})

test('the database refuses it recorded tables, also by a detour', async () => {
  await using app = await testApp({ modules: [ticks] })
  const caller = app.callerOf({ features: ['*'] })
  const sneaked = app.platform.actAs(caller, ({ run }) => run(sneak, { name: 'x' }))
  await expect(sneaked).rejects.toThrow('Only commands can write rows')
  expect(await app.sql('select from notes')).toEqual([])
})
