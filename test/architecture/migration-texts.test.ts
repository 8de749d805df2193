import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Migration } from '@plinth/core'

/** A line for each migration: its id, and the SHA-256 of its text. */
const TABLE = new URL('./migration-texts.txt', import.meta.url)

test('the text of a committed migration never changes', async () => {
  const known = new Map(
    readFileSync(TABLE, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  )
  const problems: string[] = []
  const found = await readMigrations()
  for (const [id, text] of found) {
    const hash = createHash('sha256').update(text).digest('hex')
    const committed = known.get(id)
    if (committed === undefined) problems.push(`Add a line to test/architecture/migration-texts.txt: ${id} ${hash}`)
    else if (committed !== hash)
      problems.push(`The text of migration '${id}' has changed, so databases that ran it will not start; add a new one`)
  }
  for (const id of known.keys())
    if (!found.has(id))
      problems.push(`Migration '${id}' is gone, so databases that lack it cannot be migrated; keep it`)
  expect(problems).toEqual([])
})

/** The texts of the migrations of the core and of all modules, by id. */
async function readMigrations(): Promise<ReadonlyMap<string, string>> {
  const files = globSync(['packages/core/src/data/schema/*-migrations.ts', 'packages/modules/*/src/migrations/*.ts'])
  const found = new Map<string, string>()
  for (const file of files.toSorted())
    for (const value of Object.values((await import(resolve(file))) as Record<string, unknown>).flat())
      if (isMigration(value)) found.set(value.id, value.sql)
  return found
}

const isMigration = (value: unknown): value is Migration =>
  typeof value === 'object' && value !== null && 'id' in value && 'sql' in value && typeof value.sql === 'string'
