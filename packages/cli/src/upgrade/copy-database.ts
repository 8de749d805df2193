import { createPool } from '@plinth/core/internal'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CommandFailure } from '../terminal.ts'

const run = promisify(execFile)

/** How a database was copied. */
export interface CopyResult {
  readonly name: string
  readonly by: 'pg_dump' | 'template'
  readonly bytes: number
  readonly seconds: number
}

interface CopyOptions {
  readonly on?: string
  readonly dumpWith?: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Copies a database: with `pg_dump` and `pg_restore` if they are installed in the server's version or a newer one, otherwise as
 * a template, which requires that nobody else is connected.
 */
export async function copyDatabase(
  source: string,
  options: CopyOptions,
): Promise<CopyResult & { readonly url: string }> {
  const { on: server = source, dumpWith = source } = options
  const name = `plinth_rehearsal_${randomBytes(6).toString('hex')}`
  const started = performance.now()
  const { bytes, version, name: original, owner } = await describe(source)
  const programs: Programs = { environment: options.environment, version }
  const by = (await hasPrograms(programs)) ? 'pg_dump' : 'template'
  if (by === 'template' && options.on !== undefined && !(await isSame(source, options.on)))
    throw new CommandFailure(`pg_dump and pg_restore ${version} or newer are needed to copy to another server`)
  await createDatabase(server, { name, owner, template: by === 'template' ? original : undefined })
  const url = withDatabaseName(server, name)
  try {
    if (by === 'pg_dump') await dumpAndRestore({ from: dumpWith, to: url, owner }, programs)
  } catch (error) {
    await dropDatabase(server, name)
    throw error
  }
  return { name, url, by, bytes, seconds: (performance.now() - started) / 1_000 }
}

/** Drops a copy, and closes the connections to it. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await query(server, `drop database if exists ${name} with (force)`)
}

interface Programs {
  readonly environment: CopyOptions['environment']
  /** The major version of the server. */
  readonly version: number
}

async function describe(url: string) {
  const [found] = await query<{ bytes: number; version: number; name: string; owner: string }>(
    url,
    `select pg_database_size(current_database())::float8 as bytes, datname as name, datdba::regrole::text as owner,
       current_setting('server_version_num')::int / 10000 as version from pg_database where datname = current_database()`,
  )
  return found!
}

/** Whether both lead to the same server. */
async function isSame(one: string, other: string): Promise<boolean> {
  const identify = 'select system_identifier::text as id from pg_control_system()'
  const ids = await Promise.all([one, other].map((url) => query<{ id: string }>(url, identify).catch(() => [])))
  return ids[0]?.[0] !== undefined && ids[0][0].id === ids[1]?.[0]?.id
}

async function hasPrograms({ environment, version }: Programs): Promise<boolean> {
  const versions = await Promise.all(
    ['pg_dump', 'pg_restore'].map((program) =>
      run(program, ['--version'], { env: environment }).then(
        ({ stdout }) => Number(/(\d+)(?:\.\d+|beta|rc|devel)/.exec(stdout)?.[1] ?? 0),
        () => 0,
      ),
    ),
  )
  return versions.every((found) => found >= version)
}

interface NewDatabase {
  readonly name: string
  /** Quoted. The platform's functions run as the owner, who has to have the same rights in the copy. */
  readonly owner: string
  readonly template: string | undefined
}

async function createDatabase(server: string, { name, owner, template }: NewDatabase): Promise<void> {
  const from = template === undefined ? 'template template0' : `template "${template.replaceAll('"', '""')}"`
  try {
    // Connected to another database of the server, because a template must not be in use.
    await query(
      template === undefined ? server : withDatabaseName(server, 'postgres'),
      `create database ${name} owner ${owner} ${from}`,
    )
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === '42501')
      throw new CommandFailure(
        `The copy cannot be created (${message}): name a superuser, or a member of the owner that may create databases, with --on`,
      )
    if (code === '55006')
      throw new CommandFailure(
        `The database is in use (${message}): install pg_dump and pg_restore of the server's version, or stop the hosts`,
      )
    throw error
  }
}

/**
 * Follows the guide to backups: the search functions belong to a role that must be allowed to create them while they are
 * restored.
 */
async function dumpAndRestore(
  { from, to, owner }: { from: string; to: string; owner: string },
  { environment }: Programs,
): Promise<void> {
  const missing = await query<{ isHidden: boolean }>(
    from,
    `select exists (select from plinth.missing_in_backup()) and not (
       select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "isHidden"`,
  )
  if (missing[0]?.isHidden)
    throw new CommandFailure(
      'The login may not read every row, so the copy would be incomplete: name the login for backups with --dump-with',
    )
  const folder = await mkdtemp(join(tmpdir(), 'plinth-rehearsal-'))
  try {
    const [dump, list] = [join(folder, 'dump'), join(folder, 'list')]
    const source = toConnection(from)
    await tool('pg_dump', ['--format=custom', '--enable-row-security', `--file=${dump}`, source.url], {
      ...environment,
      ...source.environment,
    })
    const { stdout: contents } = await tool('pg_restore', ['--list', dump], environment)
    await writeFile(
      list,
      contents
        .split('\n')
        .filter((line) => !line.includes(' SCHEMA - plinth '))
        .join('\n'),
    )
    await query(to, `create schema plinth authorization ${owner}`)
    await query(to, 'grant create on schema plinth to plinth_search')
    const target = toConnection(to)
    await tool('pg_restore', [`--use-list=${list}`, '--exit-on-error', `--dbname=${target.url}`, dump], {
      ...environment,
      ...target.environment,
    })
    await query(to, 'revoke create on schema plinth from plinth_search')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tool(program: string, args: readonly string[], env: CopyOptions['environment']) {
  try {
    return await run(program, args, { env, maxBuffer: 2 ** 28 })
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    throw new CommandFailure(`${program} failed: ${stderr.trim().split('\n').slice(-3).join(' ') || message}`)
  }
}

/** Other users of the machine can see the arguments of a program, but not its environment. */
function toConnection(url: string) {
  const [, before = '', password, after = ''] = /^(\w+:\/\/[^:@/]*)(?::([^@/]*))?(@.*|.*)$/.exec(url) ?? []
  return {
    url: `${before}${after}`,
    environment: password === undefined ? {} : { PGPASSWORD: decodeURIComponent(password) },
  }
}

/** The URL may name several servers, which `URL` cannot parse. */
const withDatabaseName = (url: string, name: string) => url.replace(/^([^/]*\/\/[^/?#]*)(\/[^?#]*)?/, `$1/${name}`)

async function query<T extends object>(url: string, text: string): Promise<readonly T[]> {
  const pool = createPool({ url, poolSize: 1, statementTimeout: 3_600_000 })
  try {
    return (await pool.query(text)).rows as readonly T[]
  } finally {
    await pool.end()
  }
}
