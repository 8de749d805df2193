import type { Verification } from '@plinth/audit-logs'
import type { Command } from 'commander'
import { loadHost } from '../load-host.ts'
import { print, printJson, type Terminal } from '../terminal.ts'
import type { Tool } from '../tool.ts'
import { toId } from './values.ts'

interface Options {
  readonly tenant?: string
  readonly json?: boolean
}

export function addAudit(program: Command, { hosted, terminal, does }: Tool): void {
  const audit = program.command('audit').description('verifies the action log')
  audit
    .command('verify')
    .description('compares the action log with its hash chain and checkpoints; exits with 1 if there is a fault')
    .option('--tenant <id>', 'verifies a single tenant', toId)
    .option('--json', 'prints { entries, archived, checkpoints, anchors, faults }')
    .action(
      does(async ({ tenant, json }: Options) => {
        const { host } = await hosted()
        const { openCheckpoints, withPlatform } = await loadHost()
        const { verifyTrail } = await import('@plinth/audit-logs')
        const { createPlatformKeys } = await import('@plinth/core/security')
        const started = performance.now()
        const result = await withPlatform(host, ({ platform, host: settings }) =>
          verifyTrail(platform, {
            keys: createPlatformKeys(settings.secret, settings.retiredSecrets),
            tenantId: tenant,
            sink: openCheckpoints(settings),
          }),
        )
        if (json) printJson(terminal, result)
        else printVerification(terminal, result, performance.now() - started)
        return result.faults.length > 0 ? 1 : 0
      }),
    )
}

function printVerification(terminal: Terminal, result: Verification, milliseconds: number): void {
  const { entries, archived, checkpoints, anchors, faults } = result
  for (const { tenantId, kind, number, entryId, detail } of faults)
    print(
      terminal,
      [kind, tenantId && `tenant ${tenantId}`, number && `place ${number}`, entryId && `entry ${entryId}`, detail]
        .filter(Boolean)
        .join(', '),
    )
  print(terminal, toText(anchors))
  if (archived > 0)
    print(terminal, `${archived} entries are in the archive: verify them with \`plinth archive verify\``)
  const seconds = (milliseconds / 1000).toFixed(1)
  print(terminal, `${entries} entries and ${checkpoints} checkpoints verified in ${seconds} s, ${faults.length} faults`)
}

/** Describes how much of the end of the trail is verified. */
function toText(anchors: Verification['anchors']): string {
  if (!anchors) return 'The end of the trail is not anchored: no checkpoints outside the database were compared'
  const { count, latestAt, tenantsWithout } = anchors
  const until = latestAt === null ? '' : `, the newest from ${latestAt}`
  const without = tenantsWithout === 0 ? '' : `; the end is not anchored for ${tenantsWithout} tenants, which have none`
  return `${count} checkpoints outside the database${until}${without}`
}
