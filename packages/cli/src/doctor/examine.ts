import { explainFailure, type HostOptions, readSettings, withPlatform } from '@plinth/host'
import { checkBackups } from './backups.ts'
import { checkClock, checkMigrations, checkPoolers, checkRoles, checkServer, checkTables } from './database.ts'
import { checkDisks } from './disks.ts'
import { checkEnvironment } from './environment.ts'
import { type Finding, type Result, skipped } from './finding.ts'
import { checkHost } from './host.ts'
import { checkJobs } from './jobs.ts'
import { checkFiles, checkMail } from './services.ts'

export interface ExamineOptions {
  readonly backups?: { readonly path: string; readonly hours: number }
  /** The address of a running host. */
  readonly url?: string
}

/** Checks a deployment. A check that throws has failed; those that depend on it are skipped. */
export async function examine(host: HostOptions, { backups, url }: ExamineOptions): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const isFine = (check: string) =>
    findings.some((one) => one.check === check && (one.state === 'ok' || one.state === 'warning'))
  const note = async (check: string, work: () => Result | Promise<Result>, needs: readonly string[] = []) => {
    const missing = needs.find((name) => !isFine(name))
    const result = missing === undefined ? await attempt(work) : skipped(`not checked, because of: ${missing}`)
    findings.push({ check, ...result })
  }
  await note('environment', async () => checkEnvironment((await readSettings(host)).env))
  if (isFine('environment')) {
    const settings = await readSettings(host)
    await note('disk', () => checkDisks(settings))
    const opened = await attempt(() =>
      withPlatform({ ...host, log: SILENT }, async (tool) => {
        await note('database', () => checkServer(tool.database))
        await note('clock', () => checkClock(tool.database), ['database'])
        await note('pooler', () => checkPoolers(tool.database), ['database'])
        await note('roles', () => checkRoles(tool.database), ['database', 'pooler'])
        await note('migrations', () => checkMigrations(tool), ['database', 'pooler'])
        await note('tables', () => checkTables(tool), ['roles', 'migrations'])
        await note('jobs', () => checkJobs(tool), ['migrations'])
        await note('mail', () => checkMail(tool, host))
        await note('files', () => checkFiles(tool))
        return { state: 'ok', found: '' }
      }),
    )
    if (opened.state === 'failed') findings.push({ check: 'platform', ...opened })
  }
  await note('backups', () => checkBackups(backups))
  await note('host', () => checkHost(url))
  return findings
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} }

async function attempt(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const [found = '', ...details] = explainFailure(error).split('\n')
    // Some errors, such as those of a wrong environment, are lists.
    const listed = details.every((line) => line.startsWith('  ')) ? details : []
    return { state: 'failed', found: [found, ...listed.map((line) => line.trim())].join(' ') }
  }
}
