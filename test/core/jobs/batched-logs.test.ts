import { defineCommand, defineJob, defineMigration, defineModule, open, post, sql } from '@plinth/core'
import { defineBatchedLog, NO_SCOPE } from '@plinth/core/data'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const heard: string[] = []
const tell = defineJob({
  id: 'diary.tell',
  payload: z.object({ text: z.string() }),
  run: ({ payload, scope }) => void heard.push(`${payload.text} ${scope.tenantId}`),
})
const diary = defineBatchedLog<{ text: string; tenantId: string }>({
  id: 'diary.pages',
  statements: (lines) => [
    sql`insert into pages (id, tenant_id, text) select gen_random_uuid(), "tenantId", text
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line ("tenantId" uuid, text text)`,
  ],
  jobs(lines) {
    const scope = { tenantId: tenantA.id, organizationId: null, organizationIds: null }
    const origin = { scope, userId: null, requestId: null }
    return lines.filter(({ text }) => text === 'tell').map(({ text }) => ({ job: tell, payload: { text }, origin }))
  },
})
const fail = defineCommand({
  id: 'diary.pages.fail',
  access: open,
  input: z.object({ text: z.string() }),
  output: z.object({}),
  run({ input, record, scope }) {
    record(diary, { text: input.text, tenantId: scope.tenantId })
    throw new Error('rolled back')
  },
})
let attempts = 0
const again = defineCommand({
  id: 'diary.pages.again',
  access: open,
  input: z.object({ text: z.string() }),
  output: z.object({}),
  run({ input, record, scope }) {
    record(diary, { text: input.text, tenantId: scope.tenantId })
    if (++attempts === 1) throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    return {}
  },
})
const never = defineCommand({
  ...again,
  id: 'diary.pages.never',
  run({ input, record, scope }) {
    record(diary, { text: input.text, tenantId: scope.tenantId })
    throw Object.assign(new Error('could not serialize access'), { code: '40001' })
  },
})
const module = defineModule({
  id: 'diary',
  title: 'Diary',
  migrations: [
    defineMigration(
      'diary.tables',
      `create table pages (id uuid not null, tenant_id uuid not null, text text check (text <> 'bad'), primary key (tenant_id, id));
       select plinth.guard('pages', plinth.visible('pages'));`,
    ),
  ],
  commands: [fail, again, never],
  jobs: [tell],
  routes: [
    post(
      '/pages',
      {
        access: open,
        body: z.object({ texts: z.array(z.string()) }),
        response: z.object({}),
      },
      ({ body, record }) => {
        for (const text of body.texts) record(diary, { text, tenantId: tenantA.id })
        return {}
      },
    ),
    post('/fail', fail),
    post('/again', again),
    post('/never', never),
  ],
})
const openDiary = () => testApp({ modules: [module] })
const pagesOf = async (app: Awaited<ReturnType<typeof openDiary>>) =>
  (await app.sql('select text from pages order by text')).map(({ text }) => text as string)

test('many lines are one statement, behind the answer', async () => {
  await using app = await openDiary()
  const before = app.queries()
  await Promise.all(['a', 'b', 'c'].map((text) => app.anonymous.post('/pages', { texts: [text] })))
  expect(app.queries()).toBe(before)
  await app.settled()
  expect(app.statements.filter((text) => text.includes('insert into pages'))).toHaveLength(1)
  expect(await pagesOf(app)).toEqual(['a', 'b', 'c'])
})

test('lines do not wait behind other work that belongs to no tenant', async () => {
  await using app = await openDiary()
  let done = 0
  const nobody = { actor: 'platform', reason: 'busy', scope: NO_SCOPE } as const
  const busy = Array.from({ length: 30 }, () =>
    app.platform.actAs(nobody, async ({ db }) => {
      await sql`select pg_sleep(0.1)`.execute(db)
      done++
    }),
  )
  await app.anonymous.post('/pages', { texts: ['a'] })
  while ((await pagesOf(app)).length === 0);
  expect(done).toBeLessThan(20)
  await Promise.all(busy)
})

test('a command that is run again tells once', async () => {
  await using app = await openDiary()
  attempts = 0
  expect((await app.as({}).post('/again', { text: 'told' })).status).toBe(200)
  expect(attempts).toBe(2)
  await app.settled()
  expect(await pagesOf(app)).toEqual(['told'])
})

test('a command that is given up tells once, too', async () => {
  await using app = await openDiary()
  expect((await app.as({}).post('/never', { text: 'told' })).status).toBe(503)
  await app.settled()
  expect(await pagesOf(app)).toEqual(['told'])
})

test('a bad line takes no other with it, and is told of', async () => {
  await using app = await openDiary()
  await app.anonymous.post('/pages', { texts: ['a', 'bad', 'b', 'c'] })
  await app.settled()
  expect(await pagesOf(app)).toEqual(['a', 'b', 'c'])
  expect(app.log.at('error')).toMatchObject([
    { message: 'log records lost', facts: { log: 'diary.pages', records: 1 } },
  ])
})

test('lines of a command that is rolled back stay, and so do the jobs they ask for', async () => {
  await using app = await openDiary()
  heard.length = 0
  expect((await app.as({}).post('/fail', { text: 'tell' })).status).toBe(500)
  await app.settled()
  expect(await pagesOf(app)).toEqual(['tell'])
  await app.jobs()
  expect(heard).toEqual([`tell ${tenantA.id}`])
})

test('closing writes what waits', async () => {
  await using app = await openDiary()
  await app.anonymous.post('/pages', { texts: Array.from({ length: 2_500 }, (_, index) => `page ${index}`) })
  await app.platform.close()
  expect(await pagesOf(app)).toHaveLength(2_500)
})
