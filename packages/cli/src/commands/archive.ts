import type { ArchiveFile } from '@plinth/audit-logs'
import type { Command } from 'commander'
import { createReadStream, globSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadHost } from '../load-host.ts'
import type { HostedProduct } from '../product.ts'
import { note, print, printJson, type Terminal } from '../terminal.ts'
import type { Tool } from '../tool.ts'
import { toId, toMonth } from './values.ts'

type Search = Readonly<Partial<Record<'text' | 'actor' | 'resource' | 'command', string>>>

export function addArchive(program: Command, { hosted, terminal, does }: Tool): void {
  const archive = program.command('archive').description('works with archived months of the action log')
  archive
    .command('verify')
    .argument('[files...]', 'files of the archive (default: all in its folder)')
    .description('verifies every entry, link and checkpoint, without a database; exits with 1 if there is a fault')
    .option('--json', 'prints { files, entries, checkpoints, faults }')
    .action(
      does(async (names: readonly string[], { json }: { json?: boolean }) => {
        const { keys, files, sink } = await open(await hosted(), terminal, names)
        const { verifyArchive } = await import('@plinth/audit-logs')
        const found = await verifyArchive(files, { keys, sink })
        const { entries, checkpoints, faults } = found
        if (json) printJson(terminal, found)
        else {
          for (const { file, detail } of faults) print(terminal, `${file}: ${detail}`)
          const checked = `${found.files} files with ${entries} entries verified, ${checkpoints} of them by checkpoints`
          print(terminal, `${checked}, ${faults.length} faults`)
        }
        return faults.length > 0 ? 1 : 0
      }),
    )
  archive
    .command('search')
    .argument('[files...]', 'files of the archive (default: all in its folder)')
    .description('prints entries as one JSON document per line, without a database')
    .option('--text <text>', 'anywhere in the entry')
    .option('--actor <id>', 'who acted')
    .option('--resource <kind or id>', 'what was changed')
    .option('--command <id>', 'the command that ran')
    .action(
      does(async (names: readonly string[], search: Search) => {
        const { keys, files } = await open(await hosted(), terminal, names)
        const { searchArchive } = await import('@plinth/audit-logs')
        let isWhole = true
        for (const file of files) {
          try {
            for await (const entry of searchArchive(file, { keys, search })) print(terminal, JSON.stringify(entry))
          } catch (error) {
            isWhole = false
            note(terminal, `${file.name}: ${error instanceof Error ? error.message : String(error)}`)
          }
        }
        return isWhole ? 0 : 1
      }),
    )
  archive
    .command('restore')
    .description('verifies a month and restores it for a week, so that it can be listed and exported')
    .requiredOption('--tenant <id>', 'the tenant', toId)
    .requiredOption('--month <yyyy-mm>', 'the month', toMonth)
    .option('--json', 'prints { entries }')
    .action(
      does(async ({ tenant, month, json }: { tenant: string; month: string; json?: boolean }) => {
        const { host } = await hosted()
        const { withPlatform } = await loadHost()
        const { restoreMonth } = await import('@plinth/audit-logs')
        const scope = { tenantId: tenant, organizationId: null, organizationIds: null }
        const { entries } = await withPlatform(host, ({ platform }) =>
          platform.actAs({ actor: 'platform', reason: 'restore a month', scope }, ({ run }) =>
            run(restoreMonth, { tenantId: tenant, month }),
          ),
        )
        if (json) printJson(terminal, { entries })
        else print(terminal, `${entries} entries of ${month} restored`)
        return 0
      }),
    )
}

/** Opens the given files, or all files in the host's folder. */
async function open({ host }: HostedProduct, { folder }: Terminal, names: readonly string[]) {
  const { archiveFolder, openCheckpoints, readSettings } = await loadHost()
  const { createPlatformKeys } = await import('@plinth/core/security')
  const settings = await readSettings(host)
  const found =
    names.length > 0
      ? names.map((name) => ({ name, path: resolve(folder, name) }))
      : globSync(`${archiveFolder(settings)}/**/*.ndjson.gz`)
          .toSorted()
          .map((path) => ({ name: path, path }))
  const files = found.map(({ name, path }): ArchiveFile => ({ name, open: () => createReadStream(path) }))
  return { files, keys: createPlatformKeys(settings.secret, settings.retiredSecrets), sink: openCheckpoints(settings) }
}
