import { afterAll, expect, inject, test, vi } from 'vitest'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'

// The page's module and its tests, letter by letter. The tests register themselves here when they are imported.
const page = 'docs/2-modules.md'
const source = readBlock(page, 'tags.ts').text
const folder = await makeFolder()
await folder.write('tags.ts', source)
const tests = await folder.write('tags.test.ts', readBlock(page, 'tags.test.ts').text)
vi.stubEnv('TEST_DATABASE_URL', inject('postgresUrl'))
vi.setConfig({ testTimeout: 120_000 })

const lines = (text: string) => text.trimEnd().split('\n').length

test('a complete module takes at most 45 lines, its tests 35', () => {
  expect(lines(source)).toBeLessThanOrEqual(45)
  expect(lines(readBlock(page, 'tags.test.ts').text)).toBeLessThanOrEqual(35)
})

await import(tests)

afterAll(async () => {
  vi.unstubAllEnvs()
  await folder[Symbol.asyncDispose]()
})
