import { createPlatform, defineModule, get, type Module, open } from '@plinth/core'
import { expect, test } from 'vitest'
import { z } from 'zod'

const options = { database: { url: 'postgres://nobody@localhost:1/none' }, secret: 'x'.repeat(32) }
const moduleOf = (id: string, path: string): Module =>
  defineModule({ id, title: id, routes: [get(path, { access: open, response: z.object({}) }, () => ({}))] })
const compose = async (modules: readonly Module[]) => (await createPlatform({ ...options, modules })).close()

test('what was found out about modules is kept for the same ones alone', async () => {
  const [first, second, third] = [moduleOf('first', '/a'), moduleOf('second', '/b'), moduleOf('third', '/a')]
  await compose([first, second])
  await compose([first, second])
  const refusal = { code: 'broken_setup', message: expect.stringContaining(`'GET /a'`) }
  for (let attempt = 0; attempt < 2; attempt++) await expect(compose([first, third])).rejects.toMatchObject(refusal)
  await compose([first, second])
  await expect(compose([first, second, third])).rejects.toMatchObject(refusal)
})
