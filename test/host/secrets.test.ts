import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureSecret, readSecret } from '../../packages/host/src/secrets.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-secrets-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a secret is made once, also when many ask at the same time', async () => {
  const file = join(folder, 'jwt-secret')
  const secrets = await Promise.all(Array.from({ length: 20 }, () => ensureSecret({ file })))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(await readSecret(file)).toBe(secrets[0])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['jwt-secret'])
})

test('an empty file is an error and not a secret', async () => {
  const file = join(folder, 'empty')
  await writeFile(file, '\n')
  await expect(ensureSecret({ file })).rejects.toThrow(/is empty/)
  expect(await readSecret(join(folder, 'absent'))).toBeUndefined()
})
