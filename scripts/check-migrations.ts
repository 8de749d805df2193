// Shows every migration that is not known to squawk, which finds what would lock a large table or lose data.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Files and migrations from before the check. They have run on databases, and what has run never changes. */
const KNOWN = [
  'core.roles',
  'core.scope',
  'core.log',
  'core.recording',
  'core.tables',
  'core.turns',
  'core.answers',
  'core.forgetting',
  'core.turn_plans',
  'core.unlogged_rate_limits',
  'core.schema_versions',
  'core.revert_plans',
  'core.entry_effects',
  'packages/modules/api-keys/src/migrations/0001-keys.ts',
  'packages/modules/audit-logs/src/migrations/0001-indexes.ts',
  'packages/modules/audit-logs/src/migrations/0002-trail.ts',
  'packages/modules/audit-logs/src/migrations/0003-accesses.ts',
  'packages/modules/auth/src/migrations/0001-accounts.ts',
  'packages/modules/auth/src/migrations/0002-lookups.ts',
  'packages/modules/business-rules/src/migrations/0001-rules.ts',
  'packages/modules/business-rules/src/migrations/0002-executions.ts',
  'packages/modules/business-rules/src/migrations/0003-rule-sizes.ts',
  'packages/modules/catalog/src/migrations/0001-tables.ts',
  'packages/modules/dashboards/src/migrations/0001-tables.ts',
  'packages/modules/directory/src/migrations/0001-tables.ts',
  'packages/modules/directory/src/migrations/0002-hierarchy.ts',
  'packages/modules/onboarding/src/migrations/0001-requests.ts',
  'packages/modules/onboarding/src/migrations/0002-request-browsers.ts',
  'packages/modules/progress/src/migrations/0001-jobs.ts',
]

/** Matters of taste, and what the migrator does for all: one transaction, which runs once. */
const EXCLUDED = ['prefer-robust-stmts', 'prefer-bigint-over-int', 'prefer-text-field', 'require-timeout-settings']

const scratch = 'node_modules/.cache/plinth-migrations'
rmSync(scratch, { recursive: true, force: true })
mkdirSync(scratch, { recursive: true })
const files = globSync(['packages/core/src/data/schema/*-migrations.ts', 'packages/modules/*/src/migrations/*.ts'])
const written: Record<'together' | 'online', string[]> = { together: [], online: [] }
for (const file of files.filter((one) => !KNOWN.includes(one)).toSorted()) {
  const exported = Object.values((await import(resolve(file))) as Record<string, unknown>)
  for (const value of exported.flat()) {
    if (!isMigration(value) || KNOWN.includes(value.id)) continue
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
