import { migrationTool } from '@plinth/cli'
import { expect, inject, test } from 'vitest'
import { modules } from '../architecture/_modules.ts'

test('the tables of all modules are as their entities declare them', async () => {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const options = { modules: Object.values(modules), folders: {}, databaseUrl: inject('postgresUrl'), print }
  await migrationTool(['--check'], options)
  expect(lines).toEqual(['The tables match the entities.'])
})
