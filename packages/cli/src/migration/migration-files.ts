import { afterRollout, defineMigration, defineOnlineMigration, type Migration } from '@plinth/core'
import { brokenSetup } from '@plinth/core/internal'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import type { MigrationStep } from './migration-step.ts'

/** A migration of a module, and the name of its file, without its number. */
export interface NewMigration {
  readonly migration: Migration
  readonly name: string
  /** Whether it is listed in the release after this one. */
  readonly isLater: boolean
}

/** Turns the steps of a module into migrations: those that run in one transaction, online ones, and those of the next release. */
export function toMigrations(moduleId: string, name: string, steps: readonly MigrationStep[]): readonly NewMigration[] {
  const idOf = (file: string) => `${moduleId}.${file.replaceAll('-', '_')}`
  const made: NewMigration[] = []
  for (const isLater of [false, true]) {
    const base = isLater ? `${name}-${LATER}` : name
    const own = steps.filter((step) => Boolean(step.isLater) === isLater)
    const [together, online] = [own.filter((step) => !step.isOnline), own.filter((step) => step.isOnline)]
    // Later migrations have to name one of this release.
    const isMarker = !isLater && own.length === 0 && steps.length > 0
    const known = made[0]?.migration
    const add = (file: string, migration: Migration) =>
      void made.push({ name: file, isLater, migration: isLater && known ? afterRollout(known, migration) : migration })
    if (together.length > 0 || isMarker) {
      const rows = mergeRows(together)
      add(base, defineMigration(idOf(base), isMarker ? MARKER : joined(together), rows))
    }
    const file = together.length > 0 ? `${base}-online` : base
    if (online.length > 0) add(file, defineOnlineMigration(idOf(file), joined(online)))
  }
  return made
}

/** How files end that are listed in the release after the one that they were written for. */
const LATER = 'next-release'

const MARKER = `
-- Changes nothing: hosts that know this migration are ready for that of the next release.
select 1;
`

const joined = (steps: readonly MigrationStep[]) => `\n${steps.map(({ sql }) => sql).join('\n\n')}\n`

function mergeRows(steps: readonly MigrationStep[]): Migration['rows'] {
  const rows: Record<string, Record<string, Record<string, unknown> | readonly string[]>> = {}
  for (const step of steps)
    for (const [table, upgrade] of Object.entries(step.rows ?? {})) {
      const own = (rows[table] ??= {})
      for (const [kind, value] of Object.entries(upgrade) as [string, Record<string, unknown> | readonly string[]][])
        own[kind] = Array.isArray(value)
          ? [...((own[kind] as readonly string[] | undefined) ?? []), ...(value as readonly string[])]
          : { ...own[kind], ...value }
    }
  return Object.keys(rows).length === 0 ? undefined : (rows as Migration['rows'])
}

/** A migration file as a module keeps it, to be reviewed, edited and listed in the module's \`migrations\`. */
export interface MigrationFile {
  readonly path: string
  /** The name of the export. */
  readonly exported: string
  readonly isLater: boolean
}

/** Writes migrations of a module as the next files in its folder. */
export async function writeMigrations(
  folder: string,
  migrations: readonly NewMigration[],
): Promise<readonly MigrationFile[]> {
  await mkdir(folder, { recursive: true })
  let number = (await readdir(folder)).reduce(
    (highest, file) => Math.max(highest, Number(/^\d+/.exec(file)?.[0] ?? 0)),
    0,
  )
  const named = migrations.map(({ name, ...one }) => ({
    ...one,
    exported: toExport(name),
    file: `${String(++number).padStart(4, '0')}-${name}.ts`,
  }))
  for (const { migration, exported, file } of named) {
    const known = named.find((one) => one.migration.id === migration.after)
    await writeFile(join(folder, file), toText({ migration, exported, known }), { flag: 'wx' })
  }
  return named.map(({ file, exported, isLater }) => ({ path: join(folder, file), exported, isLater }))
}

function toExport(name: string): string {
  const [first, ...words] = name.split('-')
  return [first!, ...words.map((word) => word[0]!.toUpperCase() + word.slice(1))].join('')
}

interface MigrationText {
  readonly migration: Migration
  readonly exported: string
  readonly known: { readonly exported: string; readonly file: string } | undefined
}

function toText({ migration: { id, sql, rows, transaction }, exported, known }: MigrationText): string {
  const define = transaction === false ? 'defineOnlineMigration' : 'defineMigration'
  const upgrade = rows && `${inspect(rows, { depth: null, breakLength: 100 })},`
  const indent = (lines: readonly (string | undefined)[], by: string) =>
    lines.flatMap((line) => (line === undefined ? [] : [`${by}${line.replaceAll('\n', `\n${by}`)}\n`])).join('')
  // The lines of the SQL are not indented, since they are a part of the text.
  const args = (by: string) => `${by}'${id}',\n${by}\`${escape(sql)}\`,\n${indent([upgrade], by)}`
  if (!known)
    return `import { ${define} } from '@plinth/core'\n\nexport const ${exported} = ${define}(\n${args('  ')})\n`
  return `import { afterRollout, ${define} } from '@plinth/core'
import { ${known.exported} } from ${inspect(`./${known.file}`)}

// For the next release: hosts of the release before that of \`${known.exported}\` still need what this takes away.
export const ${exported} = afterRollout(
  ${known.exported},
  ${define}(
${args('    ')}  ),
)
`
}

const escape = (sql: string) => sql.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')

/** The migrations in a module's folder that wait for the next release: it lists those before them, but not yet these. */
export async function readLater(folder: string, listed: readonly Migration[]): Promise<readonly Migration[]> {
  const ids = new Set(listed.map(({ id }) => id))
  const files = (await readdir(folder).catch(() => [])).filter((file) => FILE.test(file)).toSorted()
  const found: Migration[] = []
  for (const file of files) {
    const exported = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>
    found.push(
      ...Object.values(exported).filter(
        (value): value is Migration => isLater(value) && ids.has(value.after!) && !ids.has(value.id),
      ),
    )
  }
  return found
}

const FILE = new RegExp(`^\\d+-.*-${LATER}(-online)?\\.[jt]s$`)

const isLater = (value: unknown): value is Migration =>
  typeof value === 'object' && value !== null && 'id' in value && 'sql' in value && 'after' in value

/** Throws unless the name is valid as a file name, an export name and an id. */
export function assertName(name: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 60)
    throw brokenSetup(
      `'${name}' is not a valid migration name: use lower-case letters, digits and single hyphens, as in \`ticket-priority\``,
    )
  if (FILE.test(`0-${name}.ts`))
    throw brokenSetup(`'${name}' ends like the migrations of the next release: use another name`)
}
