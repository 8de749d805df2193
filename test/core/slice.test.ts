import { defineEntity, p } from '@mikro-orm/core'
import {
  createPlatform,
  defineCommand,
  defineEvents,
  defineFeatures,
  defineMigration,
  defineModule,
  defineService,
  get,
  Id,
  on,
  open,
  page,
  paged,
  PageQuery,
  post,
  Scoped,
  sql,
} from '@plinth/core'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'

const features = defineFeatures('notes', { view: 'View', manage: 'Manage' })
const events = defineEvents('notes', { 'note.created': z.object({ id: z.uuid() }) })
const Note = defineEntity({ name: 'Note', tableName: 'notes', extends: Scoped, properties: { text: p.string() } })
const notebook = defineService('notes.notebook', ({ from }) => ({
  count: async () => (await from(Note, 'n').select('n.id').execute()).length,
}))
const heard: string[] = []
const create = defineCommand({
  id: 'notes.notes.create',
  label: 'Create note',
  access: features.manage,
  resource: 'notes.note',
  input: z.object({ text: z.string(), fail: z.boolean().default(false) }),
  output: Id,
  async run({ input, from, inject, emit }) {
    const note = await from.create(Note, { text: input.text })
    expect(await inject(notebook).count()).toBeGreaterThan(0)
    if (input.fail) throw new Error('no')
    emit(events['note.created'], { id: note.id })
    return { id: note.id }
  },
})
const notes = defineModule({
  id: 'notes',
  title: 'Notes',
  entities: [Note],
  features,
  services: [notebook],
  commands: [create],
  events,
  migrations: [defineMigration('notes.tables', "select plinth.scoped_table('notes', 'text text not null')")],
  subscribers: [on(events['note.created'], ({ payload }) => void heard.push(payload.id))],
  routes: [
    get(
      '/notes',
      { access: features.view, query: PageQuery, response: page(z.object({ id: z.string(), text: z.string() })) },
      async ({ db, query }) => {
        const { rows } = await sql<{ id: string; text: string }>`select id, text from notes`.execute(db)
        return paged([rows, rows.length], query)
      },
    ),
    post('/notes', create, { status: 201 }),
    get('/hello', { access: open, response: z.object({ hello: z.string() }) }, () => ({ hello: 'world', secret: 1 })),
  ],
})

async function database() {
  const url = new URL(inject('postgresUrl'))
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  const name = 't_slice'
  await admin.query(`create database ${name}`)
  await admin.end()
  url.pathname = `/${name}`
  return url.href
}

test('slice', async () => {
  await using platform = await createPlatform({
    modules: [notes],
    database: { url: await database(), privilegedLogin: true },
    secret: 'x'.repeat(32),
  })
  console.log(await platform.migrate())
  await platform.start()
  const T1 = crypto.randomUUID(),
    T2 = crypto.randomUUID()
  const caller = (tenantId: string) =>
    ({ actor: 'platform', reason: 'test', scope: { tenantId, organizationId: tenantId } }) as const
  const res = await platform.fetch(new Request('http://x/api/hello'))
  console.log(res.status, Object.fromEntries(res.headers), await res.text())
  console.log((await platform.fetch(new Request('http://x/notes'))).status)
  await expect(platform.actAs(caller(T1), ({ run }) => run(create, { text: 'a', fail: true }))).rejects.toThrow('no')
  expect(await platform.actAs(caller(T1), ({ inject }) => inject(notebook).count())).toBe(0)
  const { id } = await platform.actAs(caller(T1), ({ run }) => run(create, { text: 'a' }))
  await platform.settled()
  expect(heard).toEqual([id])
  expect(await platform.actAs(caller(T1), ({ inject }) => inject(notebook).count())).toBe(1)
  expect(await platform.actAs(caller(T2), ({ inject }) => inject(notebook).count())).toBe(0)
  expect(await platform.actAs(caller(T2), ({ db }) => sql`select from notes`.execute(db))).toMatchObject({ rows: [] })
  const log = await platform.actAs(
    caller(T1),
    async ({ db }) =>
      (await sql`select * from plinth.action_log join plinth.changes c on c.entry_id = id`.execute(db)).rows,
  )
  console.log(log)
})
