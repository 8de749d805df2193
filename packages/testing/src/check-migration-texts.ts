import type { Module } from '@plinth/core'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { assertNone } from './report.ts'

export interface MigrationTextsOptions {
  readonly modules: readonly Module[]
  /** A file in your repository with a line for each migration: its id and a hash of its text. */
  readonly file: URL | string
}

/**
 * Checks that the texts of committed migrations are as they were: databases in which another text has run refuse to migrate. Add
 * the line of each new migration to the file together with the migration. Throws `CheckFailed` with the lines that are missing,
 * and the migrations that have changed or are gone.
 */
export async function checkMigrationTexts({ modules, file }: MigrationTextsOptions): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const known = new Map(lines.map((line) => line.trim().split(/\s+/) as [string, string]))
  const migrations = modules.flatMap((module) => module.migrations ?? [])
  const ids = new Set(migrations.flatMap(({ id, replaces = [] }) => [id, ...replaces]))
  const changed = migrations.flatMap(({ id, sql }) => {
    const hash = createHash('sha256').update(sql).digest('hex')
    const committed = known.get(id)
    if (committed === hash) return []
    return committed === undefined
      ? [`Add a line to ${String(file)}: ${id} ${hash}`]
      : [`The text of migration '${id}' has changed, and databases that ran it would refuse to migrate; add a new one`]
  })
  const gone = [...known.keys()].filter((id) => !ids.has(id))
  const missing = gone.map(
    (id) => `Migration '${id}' is gone, and databases that lack it could not be migrated; keep it`,
  )
  assertNone('Texts of migrations', [...changed, ...missing])
}
