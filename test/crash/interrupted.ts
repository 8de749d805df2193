import { once } from 'node:events'
import { type TestPlatform, revertLogged } from '@plinth/testing'
import { forkProgram } from '../_setup/fork-program.ts'
import type { Call, CrashExample } from './command-examples.ts'
import type { Order } from './command-host.ts'
import { doomedUrl, untilForgotten } from './doomed.ts'

/** A hash of every table. */
type Digests = ReadonlyMap<string, string>

/** A command that was carried out undisturbed. */
export interface DryRun {
  readonly statements: number
  /** The tables that it changes. */
  readonly tables: readonly string[]
}

/** Kills hosts in the middle of commands, and says what is wrong afterwards. */
export class Interrupted {
  /** How many hosts died before their command was committed, and after. */
  readonly sum = { before: 0, after: 0 }
  readonly faults: string[] = []
  readonly #app: TestPlatform
  readonly #digests: string

  private constructor(app: TestPlatform, tables: readonly string[]) {
    this.#app = app
    this.#digests = tables
      .map((name) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t`)
      .join(' union all ')
  }

  static async create(app: TestPlatform): Promise<Interrupted> {
    // Accesses are written down some time after the answer.
    const found = await app.sql<{ name: string }>(`select c.oid::regclass::text as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'plinth', 'plinth_jobs') and c.relname not like 'access_log%'
        -- Hosts tell each other that they live, and what they have changed.
        and c.relname not in ('hosts','invalidations')`)
    return new Interrupted(
      app,
      found.map(({ name }) => name),
    )
  }

  async dryRun(example: CrashExample): Promise<DryRun> {
    const call = await this.#make(example)
    const before = await this.#look()
    const statements = await this.#run(example, call)
    const tables = changedTables(before, await this.#look())
    await this.#takeBack(example, call)
    return { statements, tables }
  }

  /** Kills a host in the middle of a command: all of it has happened or nothing, and nothing bars another attempt. */
  async kill(example: CrashExample, at: Order['at'], { tables }: DryRun): Promise<void> {
    const call = await this.#make(example)
    const before = await this.#look()
    await this.#die({ commandId: example.command.id, ...call, at })
    const changed = changedTables(before, await this.#look())
    const isDone = changed.length > 0
    this.sum[isDone ? 'after' : 'before']++
    const fault = (what: string) => void this.faults.push(`${example.command.id}, killed at ${at}: ${what}`)
    // Statements of other work are counted too, so that the last places may lie behind the commit.
    if (isDone && changed.join() !== tables.join())
      fault(`${changed.join(', ')} changed, the whole of it is ${tables.join(', ')}`)
    try {
      if (!isDone) await this.#run(example, call)
      await this.#takeBack(example, call)
    } catch (error) {
      fault(`cannot be ${isDone ? 'undone' : 'repeated'}: ${String(error)}`)
    }
  }

  async #make(example: CrashExample): Promise<Call> {
    const call = await example.make(this.#app)
    await this.#app.settled()
    // A job with a key that is waiting already would not be queued once more, so that a repeated run changes one table less.
    await this.#app.sql('delete from plinth_jobs.job')
    return call
  }

  /** How many statements were sent until it was done; what is told to others follows. */
  async #run({ command }: CrashExample, { input, caller }: Call): Promise<number> {
    const sent = this.#app.queries()
    await this.#app.platform.actAs(caller, ({ run }) => run(command, input))
    const statements = this.#app.queries() - sent
    await this.#app.settled()
    return statements
  }

  /** Undoes the last run of what can be undone, so that the example can be run again. */
  async #takeBack({ command }: CrashExample, { caller }: Call): Promise<void> {
    const [entry] = await this.#app.sql<{ id: string }>(
      `select id from plinth.action_log where command_id = $1 and undo_token_hash is not null
        order by seq desc limit 1`,
      [command.id],
    )
    if (entry) await revertLogged(this.#app, caller, { entryId: entry.id, direction: 'undo' })
  }

  async #look(): Promise<Digests> {
    const rows = await this.#app.sql<{ name: string; hash: string }>(this.#digests)
    return new Map(rows.map(({ name, hash }) => [name, hash]))
  }

  async #die(order: Order): Promise<void> {
    const host = await forkProgram(new URL('./command-host.ts', import.meta.url), {
      HOST_DATABASE_URL: doomedUrl(this.#app),
      CRASH_ORDER: JSON.stringify(order),
    })
    const [, signal] = (await once(host, 'exit')) as [number | null, string | null]
    if (signal !== 'SIGKILL') this.faults.push(`${order.commandId}: the host did not die at ${order.at}`)
    await untilForgotten(this.#app)
  }
}

function changedTables(before: Digests, after: Digests): readonly string[] {
  return [...after.keys()].filter((name) => before.get(name) !== after.get(name)).toSorted()
}
