import { defineEntity, p } from '@mikro-orm/core'
import { defineCommand, defineMigration, defineModule, Id, partial, post, put, Scoped, signedIn } from '@plinth/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const Note = defineEntity({
  name: 'Note',
  tableName: 'notes',
  extends: Scoped,
  properties: { text: p.string(), color: p.string(), stars: p.integer() },
})
const Fields = z.object({ text: z.string(), color: z.string().default('red'), stars: z.number().prefault(3) })
const create = defineCommand({
  id: 'notes.notes.create',
  access: signedIn,
  input: Fields,
  output: Id,
  run: async ({ input, from }) => ({ id: (await from.create(Note, input)).id }),
})
const update = defineCommand({
  id: 'notes.notes.update',
  access: signedIn,
  input: Id.extend(partial(Fields).shape),
  output: Id,
  async run({ input: { id, ...changes }, from }) {
    await from.change(Note, id, changes)
    return { id }
  },
})
const notes = defineModule({
  id: 'notes',
  title: 'Notes',
  entities: [Note],
  migrations: [
    defineMigration(
      'notes.tables',
      `select plinth.scoped_table('notes', 'text text not null, color text not null, stars integer not null')`,
    ),
  ],
  commands: [create, update],
  routes: [post('/notes', create, { status: 201 }), put('/notes', update, { errors: [404] })],
})

test('an update leaves alone what it does not name, defaults or not', async () => {
  await using app = await testApp({ modules: [notes] })
  const client = app.as({})
  const { id } = (await client.post('/notes', { text: 'a', color: 'blue', stars: 5 })).body
  expect((await client.put('/notes', { id, text: 'b' })).status).toBe(200)
  expect(await app.sql('select text, color, stars from notes')).toEqual([{ text: 'b', color: 'blue', stars: 5 }])
  expect((await client.put('/notes', { id, stars: 'many' })).status).toBe(400)
})
