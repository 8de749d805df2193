import { defineEntity, p } from '@mikro-orm/core'
import { type CommandContext, defineCommand, defineMigration, defineModule, open, Scoped } from '@plinth/core'
import { searchText } from '@plinth/core/data'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const Part = defineEntity({
  name: 'Part',
  tableName: 'parts',
  extends: Scoped,
  properties: {
    label: p.string(),
    partNumber: p.string().fieldName('number').nullable(),
    stock: p.integer().default(0),
    searchText: searchText('label', 'partNumber'),
  },
})
const tables = defineMigration(
  'parts.tables',
  `select plinth.scoped_table('parts', 'label text not null, number text, stock integer not null default 0,
     search_text text not null, unique (tenant_id, number)')`,
)

let work: (ctx: CommandContext<unknown>) => Promise<unknown>
const write = defineCommand({
  id: 'parts.write',
  access: open,
  input: z.object({}),
  output: z.unknown(),
  run: async (ctx) => void (await work(ctx)),
})
const module = defineModule({ id: 'parts', title: 'Parts', entities: [Part], migrations: [tables], commands: [write] })

async function openParts() {
  const app = await testApp({ modules: [module] })
  const inCommand = (todo: typeof work) => {
    work = todo
    return app.platform.actAs(app.callerOf({ features: [] }), ({ run }) => run(write, {}))
  }
  const texts = async () =>
    (await app.sql<{ text: string }>('select search_text as text from parts')).map((row) => row.text)
  await inCommand(({ from }) => from.insert(Part, { label: 'Écrou', partNumber: 'X-1' }).execute())
  return Object.assign(app, { inCommand, texts })
}

test('a statement that sets all that a search text is made of makes it anew', async () => {
  await using app = await openParts()
  await app.inCommand(({ from }) => from.update(Part, 'q').set({ label: 'Größe', partNumber: null }).execute())
  expect(await app.texts()).toEqual(['grosse'])
})

test('a statement that sets nothing of it, or the text itself, is left as it is', async () => {
  await using app = await openParts()
  await app.inCommand(({ from }) => from.update(Part, 'q').set({ stock: 3 }).execute())
  expect(await app.texts()).toEqual(['ecrou x-1'])
  await app.inCommand(({ from }) => from.update(Part, 'q').set({ label: 'Vis', searchText: 'vis x-1' }).execute())
  expect(await app.texts()).toEqual(['vis x-1'])
})

test('a statement that sets a part of it, or an expression, is refused before it is sent', async () => {
  await using app = await openParts()
  const why = /sets 'label' of entity 'Part', from which 'searchText' is computed with 'partNumber'/
  await expect(app.inCommand(({ from }) => from.update(Part, 'q').set({ label: 'Vis' }).execute())).rejects.toThrow(why)
  const computed = app.inCommand(({ from }) =>
    from
      .update(Part, 'q')
      .set(({ ref }) => ({ label: ref('q.label'), partNumber: 'X-2' }))
      .execute(),
  )
  await expect(computed).rejects.toThrow(/Part/)
  expect(await app.texts()).toEqual(['ecrou x-1'])
})

test('a row in conflict gets the text of the row that was to be added', async () => {
  await using app = await openParts()
  await app.inCommand(({ from }) =>
    from
      .insert(Part, { label: 'Vis', partNumber: 'X-1' })
      .onConflict((on) =>
        on
          .columns(['tenantId', 'partNumber'])
          .doUpdateSet(({ ref }) => ({ label: ref('excluded.label'), partNumber: ref('excluded.partNumber') })),
      )
      .execute(),
  )
  expect(await app.texts()).toEqual(['vis x-1'])
})
