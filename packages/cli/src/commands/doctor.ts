import type { Command } from 'commander'
import { resolve } from 'node:path'
import { print, printJson } from '../terminal.ts'
import type { Tool } from '../tool.ts'
import { toCount } from './values.ts'

interface Options {
  readonly backups?: string
  readonly backupHours: number
  readonly url?: string
  readonly json?: boolean
}

const MARKS = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ', skipped: 'skipped' } as const

export function addDoctor(program: Command, { hosted, terminal, does }: Tool): void {
  program
    .command('doctor')
    .description('checks a deployment and says what to do; exits with 1 if a check fails')
    .option('--backups <path>', 'a backup file or a folder of backups; the newest file must not be too old')
    .option('--backup-hours <hours>', 'maximum age of the newest backup, in hours', toCount, 26)
    .option('--url <url>', 'the address of a running host, which must be ready')
    .option('--json', 'prints { findings }: each with check, state, found and advice')
    .action(
      does(async ({ backups, backupHours, url, json }: Options) => {
        const { host } = await hosted()
        const { examine } = await import('../doctor/examine.ts')
        const findings = await examine(host, {
          ...(backups !== undefined && { backups: { path: resolve(terminal.folder, backups), hours: backupHours } }),
          ...(url !== undefined && { url }),
        })
        if (json) printJson(terminal, { findings })
        else
          for (const { check, state, found, advice } of findings) {
            print(terminal, `${MARKS[state]}  ${check.padEnd(13)} ${found}`)
            if (advice !== undefined) print(terminal, `${' '.repeat(23)} → ${advice}`)
          }
        return findings.some(({ state }) => state === 'failed') ? 1 : 0
      }),
    )
}
