#!/usr/bin/env node
// Tools for operators and authors: `npm run plinth -- audit verify`, `-- migration --check`.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { auditLogs, type Verification, verifyTrail } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { createPlatform } from '@plinth/core'
import { createPlatformKeys } from '@plinth/core/security'
import { migrationTool } from '@plinth/cli'
import { directory } from '@plinth/directory'
import { openCheckpoints, roleStatements, toHostContext, withDatabase } from '@plinth/host'
import { archiveTool } from './archive-tool.ts'
import { composeModules, host } from './plinth.config.ts'

const USAGE = `Usage: npm run plinth -- audit verify [--tenant <id>]
       npm run plinth -- archive verify [<file>…]
       npm run plinth -- archive search [<file>…] [--text …] [--actor …] [--resource …] [--command …]
       npm run plinth -- archive restore --tenant <id> --month <yyyy-mm>
       npm run plinth -- migration <name> | --check
       npm run plinth -- database roles [<name>]`

const [command, ...rest] = process.argv.slice(2)
if (command === 'migration') process.exitCode = await migrate(rest)
else if (command === 'archive') process.exitCode = await archiveTool(rest, USAGE)
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

/** Writes a migration with what the tables of a module lack to its folder below `packages/modules`. */
async function migrate(args: readonly string[]): Promise<number> {
  return withDatabase(host, async (settings) => {
    const { database } = settings
    const modules = composeModules(toHostContext(settings))
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

/** Verifies the audit trail and prints the problems. The exit code is 1 if there are any. */
async function verifyAudit(tenantId: string | undefined): Promise<number> {
  return withDatabase(host, async (settings) => {
    const { database, secret } = settings
    await using platform = await createPlatform({
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
      sink: openCheckpoints(settings),
    })
    print(result, performance.now() - started)
    return result.faults.length > 0 ? 1 : 0
  })
}

function print({ entries, archived, checkpoints, anchors, faults }: Verification, milliseconds: number): void {
  for (const { tenantId, kind, number, entryId, detail } of faults)
    console.log(
      [kind, tenantId && `tenant ${tenantId}`, number && `place ${number}`, entryId && `entry ${entryId}`, detail]
        .filter(Boolean)
        .join(', '),
    )
  console.log(toText(anchors))
  if (archived > 0) console.log(`${archived} entries are in the archive: verify them by \`archive verify\``)
  const seconds = (milliseconds / 1000).toFixed(1)
  console.log(`${entries} entries and ${checkpoints} checkpoints verified in ${seconds} s, ${faults.length} faults`)
}

/** Describes how much of the end of the trail is verified. */
function toText(anchors: Verification['anchors']): string {
  if (!anchors) return 'The end of the trail is not anchored: no checkpoints outside the database were compared'
  const { count, latestAt, tenantsWithout } = anchors
  const until = latestAt === null ? '' : `, the newest of ${latestAt}`
  const without = tenantsWithout === 0 ? '' : `; the end is not anchored for ${tenantsWithout} tenants, which have none`
  return `${count} checkpoints outside the database${until}${without}`
}
