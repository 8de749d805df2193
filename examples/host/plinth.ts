#!/usr/bin/env node
// What operators and authors do beside the running host: `npm run plinth -- audit verify`, `-- migration --check`.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { auditLogs, type Verification, verifyTrail } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { createPlatform, type PlatformOptions } from '@plinth/core'
import { createPlatformKeys } from '@plinth/core/security'
import { migrationTool } from '@plinth/core/migration'
import { directory } from '@plinth/directory'
import { apiInfo } from './api-info.ts'
import { dataFolderOf } from './data-folder.ts'
import { openDatabase } from './database.ts'
import { type Env, readEnv } from './env.ts'
import { composeModules, openCheckpoints } from './modules.ts'
import { roleStatements } from './role-statements.ts'
import { ensureSecret } from './secrets.ts'

const USAGE = `Usage: npm run plinth -- audit verify [--tenant <id>]
       npm run plinth -- migration <name> | --check
       npm run plinth -- database roles [<name>]`

const [command, ...rest] = process.argv.slice(2)
if (command === 'migration') process.exitCode = await migrate(rest)
else if (command === 'database' && rest[0] === 'roles')
  for (const statement of roleStatements(rest[1] ?? 'product')) console.log(statement)
else {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { tenant: { type: 'string' } } })
  if (positionals.join(' ') === 'audit verify') process.exitCode = await verifyAudit(values.tenant)
  else {
    console.error(USAGE)
    process.exitCode = 2
  }
}

/** Writes what the tables of a module lack into its folder below `packages/modules`. */
async function migrate(args: readonly string[]): Promise<number> {
  return withDatabase(async ({ env, secret, database }) => {
    const modules = composeModules(env, secret)
    const folders = Object.fromEntries(
      modules.map(({ id }) => [
        id,
        fileURLToPath(new URL(`../../packages/modules/${id.replaceAll('_', '-')}/src/migrations`, import.meta.url)),
      ]),
    )
    return migrationTool(args, {
      modules,
      folders,
      databaseUrl: database.migrationUrl ?? database.url,
      print: (line) => console.log(line),
    })
  })
}

/** Verifies the trail and prints what is wrong with it; the exit code is 1 when something is. */
async function verifyAudit(tenantId: string | undefined): Promise<number> {
  return withDatabase(async ({ env, dataFolder, secret, database }) => {
    await using platform = await createPlatform({
      info: apiInfo,
      database,
      modules: [directory, auth({ secret }), auditLogs],
      secret,
    })
    const started = performance.now()
    const keys = createPlatformKeys(secret)
    const result = await verifyTrail(platform, {
      keys,
      at: new Date(),
      tenantId,
      sink: openCheckpoints(env, dataFolder),
    })
    print(result, performance.now() - started)
    return result.faults.length > 0 ? 1 : 0
  })
}

/** Works with the host's own settings and database. */
async function withDatabase<T>(
  work: (host: { env: Env; dataFolder: string; secret: string; database: PlatformOptions['database'] }) => Promise<T>,
): Promise<T> {
  const env = readEnv(process.env)
  const dataFolder = dataFolderOf(env)
  await mkdir(dataFolder, { recursive: true })
  const secret = env.JWT_SECRET ?? (await ensureSecret({ file: `${dataFolder}/jwt-secret` }))
  const database = await openDatabase({ env, dataFolder, onProgress: () => {} })
  try {
    return await work({ env, dataFolder, secret, database: database.options })
  } finally {
    await database.stop()
  }
}

function print({ entries, checkpoints, anchors, faults }: Verification, milliseconds: number): void {
  for (const { tenantId, kind, number, entryId, detail } of faults)
    console.log(
      [kind, tenantId && `tenant ${tenantId}`, number && `place ${number}`, entryId && `entry ${entryId}`, detail]
        .filter(Boolean)
        .join(', '),
    )
  console.log(toText(anchors))
  const seconds = (milliseconds / 1000).toFixed(1)
  console.log(`${entries} entries and ${checkpoints} checkpoints verified in ${seconds} s, ${faults.length} faults`)
}

/** How much of the end is certain. */
function toText(anchors: Verification['anchors']): string {
  if (!anchors) return 'The end of the trail is not anchored: no checkpoints outside the database were compared'
  const { count, latestAt, tenantsWithout } = anchors
  const until = latestAt === null ? '' : `, the newest of ${latestAt}`
  const without = tenantsWithout === 0 ? '' : `; the end is not anchored for ${tenantsWithout} tenants, which have none`
  return `${count} checkpoints outside the database${until}${without}`
}
