// Checks every migration except baselines with squawk, which finds what would lock a large table or lose data.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Matters of taste, and what the migrator does for all: one transaction, which runs once. */
const EXCLUDED = ['prefer-robust-stmts', 'prefer-bigint-over-int', 'prefer-text-field', 'require-timeout-settings']

const scratch = 'node_modules/.cache/plinth-migrations'
rmSync(scratch, { recursive: true, force: true })
mkdirSync(scratch, { recursive: true })
const files = globSync(['packages/core/src/data/schema/*-migrations.ts', 'packages/modules/*/src/migrations/*.ts'])
const written: Record<'together' | 'online', string[]> = { together: [], online: [] }
for (const file of files.toSorted()) {
  const exported = Object.values((await import(resolve(file))) as Record<string, unknown>)
  for (const value of exported.flat()) {
    // The tables that a baseline creates are empty.
    if (!isMigration(value) || 'replaces' in value) continue
    const path = `${scratch}/${value.id}.sql`
    writeFileSync(path, withTables(value.sql))
    written[value.transaction === false ? 'online' : 'together'].push(path)
  }
}
check([...new Set(written.together)], ['--assume-in-transaction'])
check([...new Set(written.online)], [])

function check(paths: readonly string[], options: readonly string[]): void {
  if (paths.length === 0) return
  const args = [...options, '--pg-version=15.0', `--exclude=${EXCLUDED.join(',')}`, ...paths]
  const { status } = spawnSync('node_modules/.bin/squawk', args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  process.exitCode ||= status ?? 1
}

function isMigration(
  value: unknown,
): value is { readonly id: string; readonly sql: string; readonly transaction?: false } {
  return typeof value === 'object' && value !== null && 'id' in value && 'sql' in value && typeof value.sql === 'string'
}

/** As squawk has to see it: \`plinth.scoped_table\` makes a table, which nobody uses before the commit. */
function withTables(sql: string): string {
  const made = /select plinth\.(?:scoped|tenant)_table\('(\w+)',\s*(\$\$|')([\s\S]*?)\2(?:,\s*'[^']*')?\)/g
  return sql.replaceAll(made, 'create table $1 (tenant_id uuid, id uuid, $3)')
}
