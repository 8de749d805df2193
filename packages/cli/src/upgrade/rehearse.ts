import { type Verification, verifyTrail } from '@plinth/audit-logs'
import { createPlatform } from '@plinth/core'
import { createPool } from '@plinth/core/internal'
import { createPlatformKeys } from '@plinth/core/security'
import { type HostOptions, type HostSettings, toHostContext, toPlatformOptions, withDatabase } from '@plinth/host'
import { type CopyResult, copyDatabase, dropDatabase } from './copy-database.ts'
import { type FormerReplay, type FormerVersion, loadFormer, START } from './former.ts'
import { type TableLock, watchLocks } from './locks.ts'
import { replayUndo, type UndoReplay } from './replay-undo.ts'

export interface RehearseOptions {
  /** A login that may create databases. Default: the owner of the tables. */
  readonly on?: string
  /** The login for `pg_dump`. Default: the owner of the tables. */
  readonly dumpWith?: string
  /** The folder of the deployed version, with its packages. */
  readonly former?: string
  /** The number of actions to undo. */
  readonly entries: number
  readonly keep?: boolean
  /** The environment variables, for finding `pg_dump`. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onProgress: (message: string) => void
}

/** What happened on the copy. Times are in seconds. */
export interface Rehearsal {
  readonly copy: CopyResult & { readonly kept: boolean }
  readonly migrations: { readonly ran: readonly string[]; readonly seconds: number }
  /** Tables that existed before, and for which others would have waited. */
  readonly locks: readonly TableLock[]
  readonly trail: Pick<Verification, 'entries' | 'faults'>
  readonly undo: UndoReplay
  /** What the deployed version did on the migrated copy, if it was named. */
  readonly former?: FormerReplay
}

/**
 * Copies the database, migrates the copy with the installed version, starts a platform on it as a host does, verifies its
 * action log (without checkpoints, which running hosts keep writing), and dry-runs the undo of its newest actions. The deployed
 * version does the same on the migrated copy, and tries its routes. The database itself is only read.
 */
export async function rehearse(host: HostOptions, options: RehearseOptions): Promise<Rehearsal> {
  const { keep = false, onProgress } = options
  const former = options.former === undefined ? undefined : await loadFormer(options.former, options.environment)
  return withDatabase(host, async ({ database, ...settings }) => {
    const source = database.migrationUrl ?? database.directUrl ?? database.url
    onProgress('Copying the database')
    const copy = await copyDatabase(source, options)
    try {
      return {
        copy: { ...withoutUrl(copy), kept: keep },
        ...(await tryOn(copy.url, { host, settings, options, former })),
      }
    } finally {
      if (!keep) await dropDatabase(options.on ?? source, copy.name)
    }
  })
}

interface Attempt {
  readonly host: HostOptions
  readonly settings: HostSettings
  readonly options: RehearseOptions
  readonly former: FormerVersion | undefined
}

async function tryOn(url: string, { host, settings, options, former }: Attempt): Promise<Omit<Rehearsal, 'copy'>> {
  const { entries, onProgress } = options
  await forgetHosts(url)
  if (former) onProgress('Trying the deployed version')
  const before = await former?.tryRoutes(url)
  const composed = await toPlatformOptions(host, toHostContext(settings))
  const services = typeof host.services === 'function' ? host.services(toHostContext(settings)) : (host.services ?? [])
  // One login does everything here, and nothing leaves the copy: no jobs run.
  await using platform = await createPlatform({
    ...composed,
    services,
    database: { url, privilegedLogin: true },
    log: SILENT,
  })
  onProgress('Migrating the copy')
  const watch = await watchLocks(url)
  const started = performance.now()
  const ran = await platform.migrate().finally(() => watch.stop())
  const seconds = (performance.now() - started) / 1_000
  await platform.start({ workers: false })
  onProgress('Verifying the action log')
  const { faults, entries: verified } = await verifyTrail(platform, {
    keys: createPlatformKeys(settings.secret, settings.retiredSecrets),
    at: await copiedAt(url),
    tenantId: undefined,
  })
  onProgress('Undoing actions')
  const undo = await replayUndo(platform, entries)
  const replayed = former && before && (await replayFormer(url, { former, before, options }))
  return {
    migrations: { ran, seconds },
    locks: watch.locks(),
    trail: { entries: verified, faults },
    undo,
    ...(replayed && { former: replayed }),
  }
}

interface FormerAttempt extends Pick<Attempt, 'options'> {
  readonly former: FormerVersion
  /** What it could do before the migration. */
  readonly before: ReadonlyMap<string, string | null>
}

async function replayFormer(url: string, { former, before, options }: FormerAttempt): Promise<FormerReplay> {
  const { entries, onProgress } = options
  onProgress('Trying the deployed version on the migrated copy')
  const after = await former.tryRoutes(url)
  const failed = [...after].flatMap(([what, reason]) =>
    reason !== null && before.get(what) === null ? [{ what, reason }] : [],
  )
  const canStart = after.get(START) === null
  const undo = canStart ? await former.replayUndo(url, entries) : { tried: 0, succeeded: 0, blocked: {}, failed: [] }
  return { tried: before.size, failed, undo }
}

/** Hosts of the database do not run on its copy. */
async function forgetHosts(url: string): Promise<void> {
  const pool = createPool({ url, poolSize: 1 })
  try {
    await pool.query(
      `do $$ begin if to_regclass('plinth.hosts') is not null then truncate plinth.hosts; end if; end $$`,
    )
  } finally {
    await pool.end()
  }
}

/** Entries of the last minutes may not be linked into the chain yet. */
async function copiedAt(url: string): Promise<Date> {
  const pool = createPool({ url, poolSize: 1 })
  try {
    const { rows } = await pool.query<{ at: Date }>(
      'select coalesce(max(created_at), now()) as at from plinth.action_log',
    )
    return new Date(rows[0]!.at)
  } finally {
    await pool.end()
  }
}

const withoutUrl = ({ url: _secret, ...copy }: CopyResult & { readonly url: string }): CopyResult => copy

const SILENT = { debug() {}, info() {}, warn() {}, error() {} }
