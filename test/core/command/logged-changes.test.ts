import { defineEntity, p } from '@mikro-orm/core'
import {
  defineCommand,
  defineEvents,
  defineFeatures,
  defineMigration,
  defineModule,
  Id,
  sql,
  TenantScoped,
} from '@plinth/core'
import { defineBatchedLog } from '@plinth/core/data'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const { work } = defineFeatures('mirror', { work: 'Work' })
const events = defineEvents('mirror', { seen: z.object({}) })
const Copy = defineEntity({
  name: 'MirrorCopy',
  tableName: 'mirror_copies',
  extends: TenantScoped,
  properties: { title: p.text() },
})
const asked = defineBatchedLog<{ id: string; tenantId: string; text: string }>({
  id: 'mirror.asked',
  statements: (lines) => [
    sql`insert into mirror_asked (id, tenant_id, text) select id, "tenantId", text
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (id uuid, "tenantId" uuid, text text)`,
  ],
})
const create = defineCommand({
  id: 'mirror.copies.create',
  access: work,
  input: z.object({ title: z.string() }),
  output: Id,
  run: async ({ input, from }) => ({ id: (await from.create(Copy, input)).id }),
})
/** Says what a copy should be. */
const settle = defineCommand({
  id: 'mirror.copies.settle',
  access: work,
  logged: 'changes',
  input: z.object({ id: z.uuid(), title: z.string(), also: z.enum(['emit', 'invalidate', 'record']).optional() }),
  output: z.object({ id: z.uuid(), title: z.string(), others: z.int() }),
  async run({ input, from, emit, invalidate, record, scope }) {
    const copy = await from.lock(Copy, input.id)
    const others = await from(Copy, 'c').select('c.id').where('c.id', '<>', input.id).execute()
    if (input.also === 'emit') emit(events.seen, {})
    if (input.also === 'invalidate') invalidate('mirror')
    if (input.also === 'record') record(asked, { id: crypto.randomUUID(), tenantId: scope.tenantId, text: input.title })
    const { id, title } = await from.change(Copy, copy, { title: input.title })
    return { id, title, others: others.length }
  },
})
/** Writes after it has settled a copy. */
const outer = defineCommand({
  id: 'mirror.outer',
  access: work,
  input: z.object({ id: z.uuid(), title: z.string() }),
  output: z.object({}),
  async run({ input, run }) {
    await run(settle, input)
    return {}
  },
})
const mirror = defineModule({
  id: 'mirror',
  title: 'Mirror',
  features: { work },
  events,
  entities: [Copy],
  migrations: [
    defineMigration('mirror.copies', `select plinth.tenant_table('mirror_copies', 'title text not null')`),
    defineMigration(
      'mirror.asked',
      `create table mirror_asked (id uuid not null, tenant_id uuid not null, text text not null, primary key (tenant_id, id));
       select plinth.guard('mirror_asked', plinth.visible('mirror_asked'))`,
    ),
  ],
  commands: [create, settle, outer],
})

test('a command of which only changes are logged leaves no entry if it has changed nothing', async () => {
  await using app = await testApp({ modules: [mirror] })
  const { platform } = app
  const caller = app.callerOf({ features: ['mirror.*'] })
  const act = { actor: 'platform', reason: 'test', scope: caller.scope } as const
  const entries = async () =>
    (await app.sql('select command_id from plinth.action_log order by seq')).map((row) => row['command_id'])
  const { id } = await platform.actAs(act, ({ run }) => run(create, { title: 'A' }))
  const say = (input: { title: string; also?: 'emit' | 'invalidate' | 'record' }) =>
    platform.actAs(act, ({ run }) => run(settle, { id, ...input }))
  expect(await say({ title: 'A' })).toEqual({ id, title: 'A', others: 0 })
  expect(await entries()).toEqual(['mirror.copies.create'])
  expect(await say({ title: 'B' })).toEqual({ id, title: 'B', others: 0 })
  expect(await entries()).toEqual(['mirror.copies.create', 'mirror.copies.settle'])
  // What others are told is logged, and so is a command that runs it.
  await say({ title: 'B', also: 'emit' })
  await say({ title: 'B', also: 'invalidate' })
  await platform.actAs(act, ({ run }) => run(outer, { id, title: 'B' }))
  expect((await entries()).slice(2)).toEqual(['mirror.copies.settle', 'mirror.copies.settle', 'mirror.outer'])
  // What it says to a batched log is kept, as if it had failed.
  await say({ title: 'B', also: 'record' })
  await vi.waitFor(async () => expect(await app.sql('select text from mirror_asked')).toEqual([{ text: 'B' }]))
  // Its row is free afterwards, and its connection as well.
  expect(await Promise.all(Array.from({ length: 20 }, () => say({ title: 'B' })))).toHaveLength(20)
  expect(await entries()).toHaveLength(5)
})
