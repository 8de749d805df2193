import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeProduct } from './_product.ts'

const FORMER = { JWT_SECRET: 'the former secret with at least 32 characters' }
const PRESENT = { JWT_SECRET: 'the present secret with at least 32 characters' }

test('the secret of a product is replaced, after which the former one opens nothing', async () => {
  await using product = await makeProduct()
  expect(await product.runWith(FORMER, 'migrate')).toMatchObject({ code: 0 })
  expect(await product.runWith(FORMER, 'seed')).toMatchObject({ code: 0 })
  const both = { ...PRESENT, RETIRED_SECRETS: FORMER.JWT_SECRET }
  expect(await product.runWith(both, 'migrate')).toMatchObject({ code: 0 })
  const rotated = await product.runWith(both, 'rotate-secret')
  expect(rotated).toMatchObject({ code: 0, errors: expect.stringContaining('core.database_keys: 1 renewed') })
  expect(rotated.output).toMatch(/^All stored values now use key k[0-9a-f]{8}\. Remove RETIRED_SECRETS after 20/)
  expect(await product.runWith(PRESENT, 'audit', 'verify', '--json')).toMatchObject({ code: 0 })
  const again = await product.runWith(PRESENT, 'rotate-secret', '--json')
  expect(JSON.parse(again.output)).toMatchObject({ isDone: true })
  // Whoever administers the host suspends writes and resumes them; renewing values is not affected.
  expect(await product.runWith(PRESENT, 'writes', 'suspend', '--message', 'Until noon')).toMatchObject({
    code: 0,
    output: expect.stringContaining('Writes of all tenants are suspended'),
  })
  expect(await product.runWith(PRESENT, 'writes', 'resume')).toMatchObject({ code: 0 })
})

test('a client of the routes of a product is written, and compared', async () => {
  await using product = await makeProduct()
  expect(await product.run('client', '--output', 'client.ts')).toMatchObject({ code: 0 })
  const text = await readFile(`${product.folder.path}/client.ts`, 'utf8')
  expect(text).toContain(
    'export const createClient = (options: ClientOptions): Client<paths> => create<paths>(options)',
  )
  expect(text).toContain('tagsDeleteTag: {')
  expect(await product.run('client', '--output', 'client.ts', '--check')).toMatchObject({ code: 0 })
})
