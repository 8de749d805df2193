import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brokenSetup } from '../errors.ts'
import type { Step } from './compare.ts'

/** A migration as its module keeps it: a file to read, change and list in the module's `migrations`. */
export interface MigrationFile {
  readonly path: string
  /** What the file exports. */
  readonly exported: string
  readonly text: string
}

/** Writes the steps of one module as the next migration in its folder: those that commit one by one, or the others. */
export async function writeMigration(
  folder: string,
  { moduleId, name, steps, isOnline }: { moduleId: string; name: string; steps: readonly Step[]; isOnline: boolean },
): Promise<MigrationFile> {
  await mkdir(folder, { recursive: true })
  const last = (await readdir(folder)).reduce(
    (highest, file) => Math.max(highest, Number(/^\d+/.exec(file)?.[0] ?? 0)),
    0,
  )
  const words = name.split('-')
  const exported = [words[0]!, ...words.slice(1).map((word) => word[0]!.toUpperCase() + word.slice(1))].join('')
  const path = join(folder, `${String(last + 1).padStart(4, '0')}-${name}.ts`)
  const define = isOnline ? 'defineOnlineMigration' : 'defineMigration'
  const text = `import { ${define} } from '@plinth/core'

export const ${exported} = ${define}(
  '${moduleId}.${words.join('_')}',
  \`
${isOnline ? '' : `set local lock_timeout = '5s';\n`}${escape(steps.map(({ sql }) => sql).join('\n\n'))}
\`,
)
`
  await writeFile(path, text, { flag: 'wx' })
  return { path, exported, text }
}

/** Throws for a name that is no name of a file, an export and an id at once. */
export function assertName(name: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 60)
    throw brokenSetup(
      `'${name}' is no name for a migration: small letters, digits and single dashes, as in \`ticket-priority\``,
    )
}

const escape = (sql: string) => sql.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')
