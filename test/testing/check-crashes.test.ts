import { defineCommand, defineModule, Id, type Module, sql } from '@plinth/core'
import { CheckFailed, checkCrashes, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../_setup/app.ts'
import { shop, shopFeatures } from '../_setup/fixtures/shop.ts'

const commandOf = (id: string) => shop.commands!.find((command) => command.id === id)!
const made = async (app: TestPlatform) => Id.parse((await app.as('admin').post('/shop/items', { name: 'Pen' })).body)

test('commands whose connection is cut leave nothing, and can be repeated', async () => {
  await using app = await testApp({ modules: [shop] })
  const examples = [
    { command: commandOf('shop.items.create'), input: { name: 'Pen' } },
    {
      command: commandOf('shop.items.update'),
      input: async (on: TestPlatform) => ({ ...(await made(on)), name: 'Ink' }),
    },
    { command: commandOf('shop.items.delete'), input: made },
  ]
  expect(await checkCrashes(app, { examples })).toEqual({ examples: 3, crashes: 6 })
})

test('what a command does past its transaction is found', async () => {
  let past: TestPlatform['sql'] | undefined
  const leak = defineCommand({
    id: 'leak.items.rename',
    access: shopFeatures.manage,
    input: Id,
    output: z.void(),
    async run({ input, db }) {
      await past!(
        `insert into labels (id, tenant_id, title) select gen_random_uuid(), tenant_id, gen_random_uuid() from items
        where id = $1`,
        [input.id],
      )
      await sql`update items set name = 'New' where id = ${input.id}`.execute(db)
    },
  })
  const module: Module = defineModule({ id: 'leak', title: 'Leak', commands: [leak] })
  await using app = await testApp({ modules: [shop, module] })
  past = app.sql
  const failed: unknown = await checkCrashes(app, { examples: [{ command: leak, input: made }] }).catch(
    (error) => error,
  )
  expect((failed as CheckFailed).failures).toContainEqual(
    'leak.items.rename, cut at items: it left something behind in labels',
  )
})
