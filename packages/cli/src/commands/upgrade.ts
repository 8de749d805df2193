import type { Command } from 'commander'
import type { Rehearsal } from '../upgrade/rehearse.ts'
import type { UndoReplay } from '../upgrade/replay-undo.ts'
import { note, print, printJson, type Terminal, UsageError } from '../terminal.ts'
import type { Tool } from '../tool.ts'
import { toCount } from './values.ts'

interface Options {
  readonly check?: boolean
  readonly on?: string
  readonly dumpWith?: string
  readonly former?: string
  readonly entries: number
  readonly keep?: boolean
  readonly json?: boolean
}

export function addUpgrade(program: Command, { hosted, terminal, does }: Tool): void {
  program
    .command('upgrade')
    .description(
      'rehearses the upgrade to the installed version on a copy of the database; the database stays as it is',
    )
    .option(
      '--check',
      'copies, migrates, verifies the log, and replays the undo of logged actions; exits with 1 if there is a fault',
    )
    .option(
      '--on <url>',
      'the URL for the copy: a login that may create it, or another server (default: the owner of the tables)',
    )
    .option('--former <folder>', 'the deployed version with its packages, which is tried on the migrated copy as well')
    .option('--dump-with <url>', 'the login for backups, for pg_dump (default: the owner of the tables)')
    .option('--entries <number>', 'how many actions to undo, the newest first', toCount, 500)
    .option('--keep', 'keeps the copy')
    .option('--json', 'prints { copy, migrations, locks, trail, undo, former }')
    .action(
      does(async ({ check, json, ...options }: Options) => {
        if (!check)
          throw new UsageError('Use --check: plinth upgrade --check. To upgrade, run npm install and plinth migrate')
        const { host } = await hosted()
        const { rehearse } = await import('../upgrade/rehearse.ts')
        const onProgress = (message: string) => note(terminal, `  ${message} …`)
        const result = await rehearse(host, { ...options, environment: terminal.environment, onProgress })
        if (json) printJson(terminal, result)
        else printRehearsal(terminal, result)
        const { trail, undo, former } = result
        const faults = [trail.faults, undo.failed, former?.failed ?? [], former?.undo.failed ?? []].flat()
        return faults.length > 0 ? 1 : 0
      }),
    )
}

function printRehearsal(terminal: Terminal, { copy, migrations, locks, trail, undo, former }: Rehearsal): void {
  const megabytes = Math.round(copy.bytes / 1_000_000)
  print(
    terminal,
    `Copy        ${megabytes} MB in ${toSeconds(copy.seconds)}, by ${copy.by}${copy.kept ? `: ${copy.name}` : ''}`,
  )
  const ran = migrations.ran.length === 0 ? 'none was pending' : migrations.ran.join(', ')
  print(terminal, `Migrations  ${migrations.ran.length} in ${toSeconds(migrations.seconds)}: ${ran}`)
  for (const { table, blocks, seconds } of locks)
    print(terminal, `Lock        ${table}: ${blocks} waited for about ${toSeconds(seconds)}`)
  if (locks.length === 0) print(terminal, 'Locks       none on a table that existed before')
  for (const { kind, detail, tenantId } of trail.faults)
    print(terminal, `Fault       ${[kind, tenantId && `tenant ${tenantId}`, detail].filter(Boolean).join(', ')}`)
  print(terminal, `Log         ${trail.entries} entries verified, ${trail.faults.length} faults`)
  printUndo(terminal, 'Undo', undo)
  if (!former) return
  for (const { what, reason } of former.failed) print(terminal, `Former      ${what}: ${reason}`)
  print(terminal, `Former      ${former.tried} routes tried by the deployed version, ${former.failed.length} fail now`)
  printUndo(terminal, 'Former', former.undo)
}

function printUndo(terminal: Terminal, title: 'Undo' | 'Former', undo: UndoReplay): void {
  const start = title.padEnd(12)
  for (const { entryId, commandId, reason } of undo.failed)
    print(terminal, `${start}${commandId} (entry ${entryId}): ${reason}`)
  const blocked = Object.entries(undo.blocked).map(([reason, count]) => `, ${count} blocked as before ("${reason}")`)
  print(
    terminal,
    `${start}${undo.tried} actions tried: ${undo.succeeded} can be undone${blocked.join('')}, ${undo.failed.length} no longer`,
  )
}

const toSeconds = (seconds: number) => `${seconds.toFixed(1)} s`
