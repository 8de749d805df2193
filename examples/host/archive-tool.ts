import { createReadStream, globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type ArchiveFile, defineAuditLogs, restoreMonth, searchArchive, verifyArchive } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { createPlatform, systemCaller } from '@plinth/core'
import { createPlatformKeys } from '@plinth/core/security'
import { directory } from '@plinth/directory'
import { archiveFolder, openArchive, openCheckpoints, readSettings, withDatabase } from '@plinth/host'
import { host } from './plinth.config.ts'

const options = Object.fromEntries(
  ['text', 'actor', 'resource', 'command', 'tenant', 'month'].map((name) => [name, { type: 'string' } as const]),
)

/** Commands for the archive of the action log. Returns the exit code. */
export async function archiveTool(args: readonly string[], usage: string): Promise<number> {
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options })
  const [verb, ...names] = positionals
  const { tenant, month, ...search } = values as Readonly<Record<string, string | undefined>>
  if (verb === 'verify') return verify(names)
  if (verb === 'search') return find(names, search)
  if (verb === 'restore' && tenant !== undefined && month !== undefined) return restore(tenant, month)
  console.error(usage)
  return 2
}

/** Verifies files without a database. */
async function verify(names: readonly string[]): Promise<number> {
  const { keys, files, sink } = await open(names)
  const found = await verifyArchive(files, { keys, sink })
  for (const { file, detail } of found.faults) console.log(`${file}: ${detail}`)
  const { entries, checkpoints, faults } = found
  console.log(
    `${found.files} files with ${entries} entries verified, ${checkpoints} of them by checkpoints, ${faults.length} faults`,
  )
  return faults.length > 0 ? 1 : 0
}

/** Prints entries of files, one JSON object per line. */
async function find(names: readonly string[], search: Readonly<Record<string, string | undefined>>): Promise<number> {
  const { keys, files } = await open(names)
  let isWhole = true
  for (const file of files) {
    try {
      for await (const entry of searchArchive(file, { keys, search })) console.log(JSON.stringify(entry))
    } catch (error) {
      isWhole = false
      console.error(`${file.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return isWhole ? 0 : 1
}

async function restore(tenantId: string, month: string): Promise<number> {
  return withDatabase(host, async (settings) => {
    const { database, secret } = settings
    const archive = openArchive(settings)
    await using platform = await createPlatform({
      database,
      modules: [directory, auth({ secret }), defineAuditLogs({ archive })],
      secret,
    })
    const caller = systemCaller('restore a month', { tenantId, organizationId: null, organizationIds: null })
    const { entries } = await platform.as(caller, ({ run }) => run(restoreMonth, { tenantId, month }))
    console.log(`${entries} entries of ${month} restored`)
    return 0
  })
}

/** Opens the given files, or all files in the host's folder. */
async function open(names: readonly string[]) {
  const settings = await readSettings(host)
  const folder = archiveFolder(settings)
  const paths = names.length > 0 ? names : globSync(`${folder}/**/*.ndjson.gz`).toSorted()
  const files = paths.map((name): ArchiveFile => ({ name, open: () => createReadStream(name) }))
  return { files, keys: createPlatformKeys(settings.secret), sink: openCheckpoints(settings) }
}
