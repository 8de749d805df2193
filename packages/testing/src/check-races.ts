import { type Command, PlatformError } from '@plinth/core'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Who } from './logins.ts'
import { type RecordedRows, TrackedRows } from './recorded-rows.ts'
import { assertNone, explainFailure } from './report.ts'
import type { TestPlatform } from './test-platform.ts'

/** A call of a command that is run concurrently with another call. */
export interface RaceExample {
  readonly command: Command
  /** The command input. A function prepares new rows for each run and returns the input. */
  readonly input: unknown
  /** The caller. Default: a caller of tenant A with all rights. A function is called after `input`. */
  readonly as?: Who | ((app: TestPlatform) => Who)
  /** Distinguishes several examples of one command in failure messages. */
  readonly name?: string
}

export interface RaceOptions {
  /** At least one example for every command that changes an existing row. */
  readonly examples: readonly RaceExample[]
  /**
   * Which other commands of its resource a command is run against. `next` tests only the one listed after it and is faster.
   * Default: `all`.
   */
  readonly siblings?: 'all' | 'next'
  /**
   * Pairs whose outcome need not match either order, each with the reason: `{ 'a.b.c beside a.b.d': 'both only count reads' }`.
   */
  readonly except?: Readonly<Record<string, string>>
  /** Columns that depend on the clock, such as `jobs.eta_seconds`. They are not compared. */
  readonly unstable?: readonly string[]
}

/** What a passing check has done. */
export interface RaceReport {
  readonly commands: number
  readonly pairs: number
  readonly races: number
  /**
   * Columns, as `table.column`, whose values were different in each run of the same calls and do not come from their input, such as
   * generated codes. Of these it is compared whether they changed, and not to what; of those in `unstable`, nothing.
   */
  readonly ignored: readonly string[]
}

/**
 * Runs every example concurrently with itself and with other commands of the same resource on the same row, provided that their
 * input also has an `id`. Both calls are blocked at their first write and again just before commit, so that each has done its
 * reads before the other has finished. Answers and resulting rows must equal those of running the calls one after the other, in
 * either order; one of them may also be rejected (4xx). A text of the input counts as the same in every run, so examples can have random
 * names. Throws `CheckFailed` for every lost update and every 5xx answer.
 */
export async function checkRaces(app: TestPlatform, options: RaceOptions): Promise<RaceReport> {
  const check = await RaceCheck.create(app, options.unstable ?? [])
  const pairs = pairsOf(options).filter((pair) => options.except?.[titleOf(pair)] === undefined)
  const failures: string[] = []
  try {
    for (const pair of pairs) failures.push(...(await check.try(pair)).map((problem) => `${titleOf(pair)}: ${problem}`))
  } finally {
    await check.close()
  }
  assertNone('Races', failures)
  const commands = new Set(options.examples.map(({ command }) => command.id))
  return { commands: commands.size, pairs: check.pairs, races: check.races, ignored: [...check.ignored].toSorted() }
}

type Pair = readonly [RaceExample, RaceExample]

const nameOf = ({ command, name }: RaceExample) => [command.id, name].filter(Boolean).join(', ')
const titleOf = ([one, other]: Pair) => `${nameOf(one)} beside ${one === other ? 'itself' : nameOf(other)}`

/** Pairs every example with itself and with one example of each other command of its resource, or of the next one only. */
function pairsOf({ examples, siblings: which = 'all' }: RaceOptions): readonly Pair[] {
  const first = [
    ...new Map(examples.toReversed().map((example) => [example.command.id, example])).values(),
  ].toReversed()
  const siblings = first.flatMap((one, index) =>
    first
      .slice(index + 1)
      .filter(({ command }) => command.resource !== undefined && command.resource === one.command.resource)
      .slice(0, which === 'all' ? undefined : 1)
      .map((other): Pair => [one, other]),
  )
  return [...examples.map((example): Pair => [example, example]), ...siblings]
}

/** A call that is ready to run. */
interface PreparedCall {
  readonly input: unknown
  readonly run: () => Promise<unknown>
}

/** The outcome of the calls: which were answered, and how the rows changed, with each change as text. */
interface Ending {
  readonly isDone: readonly boolean[]
  readonly changes: readonly Change[]
}

interface Change {
  readonly table: string
  readonly kind: 'insert' | 'update' | 'delete'
  /** By column: the new value, or the difference if a number changed. */
  readonly values: Readonly<Record<string, string>>
}

/** What differs from one run of the same calls to the next. */
interface Variation {
  /** Columns, as `table.column`, whose values are generated for each run. */
  readonly unstable: ReadonlySet<string>
  /** Columns that change in one run and not in another. */
  readonly absent: ReadonlySet<string>
  /** Tables in which the number of changed rows differs: a command that names no row changes those of earlier runs, too. */
  readonly growing: ReadonlySet<string>
}

/** The permitted outcomes of a pair, without what varies. */
interface RepeatedOrders extends Variation {
  readonly stable: readonly Ending[]
}

/** Where both calls are blocked until each has arrived, and which one starts. */
interface Start {
  readonly gate: 'writes' | 'commit'
  readonly order: Order
}

type Order = readonly [0 | 1, 0 | 1]
const FORTH: Order = [0, 1]
const BACK: Order = [1, 0]

const LOG = 'plinth.action_log'
/** Milliseconds after which calls that neither finish nor wait for a lock are released. */
const PATIENCE = 5_000

class RaceCheck {
  pairs = 0
  races = 0
  readonly ignored = new Set<string>()
  readonly #app: TestPlatform
  readonly #tables: readonly string[]
  readonly #rows: TrackedRows
  readonly #keeper: pg.Client
  #unstable: readonly string[] = []

  private constructor(
    app: TestPlatform,
    { tables, rows, keeper }: { tables: readonly string[]; rows: TrackedRows; keeper: pg.Client },
  ) {
    this.#app = app
    this.#tables = tables
    this.#rows = rows
    this.#keeper = keeper
  }

  static async create(app: TestPlatform, unstable: readonly string[]): Promise<RaceCheck> {
    // Look-up tables maintained by triggers follow from these, and may have one row per tenant for the same id.
    const found = await app.sql<{ name: string }>(`select c.oid::regclass::text as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'uuid'::regtype
      join pg_attribute u on u.attrelid = c.oid and u.attname = 'updated_at'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
    const tables = found.map(({ name }) => name)
    const rows = await TrackedRows.track(app.sql, 'plinth_races', tables)
    const keeper = new pg.Client({ connectionString: app.databaseUrl })
    await keeper.connect()
    const check = new RaceCheck(app, { tables, rows, keeper })
    check.#unstable = unstable
    return check
  }

  async close(): Promise<void> {
    await this.#keeper.end()
    await this.#rows.close()
  }

  /** Returns the problems of a pair; empty if there are none. */
  async try(pair: Pair): Promise<readonly string[]> {
    try {
      const allowed = await this.#orders(pair)
      if (!allowed) return []
      this.pairs++
      const problems = new Set<string>()
      let repeated: RepeatedOrders | undefined
      const orders: readonly Order[] = pair[0] === pair[1] ? [FORTH] : [FORTH, BACK]
      for (const [gate, order] of [['writes', FORTH] as const, ...orders.map((one) => ['commit', one] as const)]) {
        const ending = await this.#race(pair, { gate, order })
        if (typeof ending === 'string') problems.add(ending)
        else if (!isAmong(ending, allowed)) {
          repeated ??= await this.#repeat(pair)
          if (isAmong(without(ending, repeated), repeated.stable)) continue
          const problem = await this.#raceAgain(pair, { gate, order }, repeated)
          if (problem) problems.add(problem)
        }
      }
      return [...problems]
    } catch (error) {
      return [explainFailure(error)]
    }
  }

  async #inputOf({ input }: RaceExample): Promise<unknown> {
    const made: unknown = typeof input === 'function' ? await input(this.#app) : input
    await this.#app.settled()
    return made
  }

  /** Prepares both calls on the row of the first; undefined if the inputs name no row. */
  async #prepare([one, other]: Pair): Promise<readonly [PreparedCall, PreparedCall] | undefined> {
    const call = ({ command, as = { features: ['*'], isSuperAdmin: true } }: RaceExample, input: unknown) => {
      const caller = this.#app.callerOf(typeof as === 'function' ? as(this.#app) : as)
      return { input, run: () => this.#app.platform.actAs(caller, ({ run }) => run(command, input)) }
    }
    if (one === other) {
      const input = await this.#inputOf(one)
      const first = call(one, input)
      return [first, first]
    }
    // The second input is made first, so that a caller who is created together with the rows is the one made for the first
    // call.
    const others = await this.#inputOf(other)
    const input = await this.#inputOf(one)
    if (idOf(others) === undefined || idOf(input) === undefined) return undefined
    const shared = Object.entries(input as object).filter(
      ([name]) => /^id$|Id$/.test(name) && name in (others as object),
    )
    return [call(one, input), call(other, { ...(others as object), ...Object.fromEntries(shared) })]
  }

  /** The permitted outcomes: both orders, and those in which one call is rejected. */
  async #orders(pair: Pair): Promise<readonly Ending[] | undefined> {
    const orders = pair[0] === pair[1] ? [FORTH] : [FORTH, BACK]
    const endings: Ending[] = [{ isDone: [false, false], changes: [] }]
    for (const [first, second] of orders) {
      const calls = await this.#prepare(pair)
      if (!calls) return undefined
      const before = await this.#look()
      const isDone = [false, false]
      for (const index of [first, second]) {
        isDone[index] = await calls[index].run().then(
          () => true,
          () => false,
        )
        endings.push({ isDone: [...isDone], changes: changesBetween(before, await this.#look(), textsOf(calls)) })
      }
    }
    // If the calls are identical, it does not matter which one was rejected.
    if (pair[0] === pair[1]) endings.push(...endings.map((one) => ({ ...one, isDone: one.isDone.toReversed() })))
    return endings
  }

  /** Runs both calls concurrently and returns their outcome, or an answer that must never occur. */
  async #race(pair: Pair, { gate, order }: Start): Promise<Ending | string> {
    this.races++
    const calls = (await this.#prepare(pair))!
    const before = await this.#look()
    const outcomes = await this.#hold(
      gate,
      order.map((index) => calls[index]),
    )
    const failed = outcomes.find(
      (outcome) =>
        outcome.status === 'rejected' && !(outcome.reason instanceof PlatformError && outcome.reason.status < 500),
    )
    if (failed?.status === 'rejected') return `one of them fails: ${explainFailure(failed.reason)}`
    const isDone = outcomes.map(({ status }) => status === 'fulfilled')
    return {
      isDone: order === BACK ? isDone.toReversed() : isDone,
      changes: changesBetween(before, await this.#look(), textsOf(calls)),
    }
  }

  /** Locks what the calls write, starts the second once the first is blocked, and unlocks when both are. */
  async #hold(gate: Start['gate'], calls: readonly PreparedCall[]): Promise<readonly PromiseSettledResult<unknown>[]> {
    const keeper = this.#keeper
    const barred = gate === 'commit' ? LOG : this.#tables.join(', ')
    await keeper.query(`begin; lock table ${barred} in share mode`)
    let ended = 0
    const running: Promise<unknown>[] = []
    try {
      for (const [index, { run }] of calls.entries()) {
        const work = run()
        running.push(work)
        work.then(
          () => ended++,
          () => ended++,
        )
        const until = performance.now() + PATIENCE
        while (performance.now() < until && ended + (await this.#waiting()) <= index) await sleep(2)
      }
    } finally {
      await keeper.query('rollback')
    }
    return Promise.allSettled(running)
  }

  /** The number of transactions in the database that wait for a lock. Each of them holds one on a table. */
  async #waiting(): Promise<number> {
    const { rows } = await this.#keeper.query<{ waiting: number }>({
      name: 'waiting',
      text: `select count(distinct pid)::int as waiting from pg_locks where not granted and pid in (
        select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))`,
    })
    return rows[0]!.waiting
  }

  async #look(): Promise<RecordedRows> {
    await this.#app.settled()
    return this.#rows.read()
  }

  /** Runs both orders twice more, which tells what varies from run to run. */
  async #repeat(pair: Pair): Promise<RepeatedOrders> {
    const [once, again] = [(await this.#orders(pair))!, (await this.#orders(pair))!]
    const growing = growingTables(once, again)
    const unstable = differingColumns(once, again, { growing, of: (value) => value })
    const absent = new Set([...differingColumns(once, again, { growing, of: () => '' }), ...this.#unstable])
    for (const column of [...unstable, ...absent]) this.ignored.add(column)
    const varies = { growing, unstable, absent }
    return { ...varies, stable: [...once, ...again].map((one) => without(one, varies)) }
  }

  /**
   * Repeats the race, because the first run may have created rows that all later runs find, such as counters. Any remaining
   * difference is a lost update.
   */
  async #raceAgain(pair: Pair, start: Start, repeated: RepeatedOrders): Promise<string | undefined> {
    const ending = await this.#race(pair, start)
    if (typeof ending === 'string') return ending
    const { stable } = repeated
    const found = without(ending, repeated)
    if (isAmong(found, stable)) return undefined
    const [first, second] = ending.isDone.map((done) => (done ? 'done' : 'refused'))
    const sameAnswers = stable.filter((one) => String(one.isDone) === String(found.isDone))
    if (sameAnswers.length === 0)
      return `the first is ${first} and the second ${second}, which does not happen in either order`
    const last = sameAnswers.at(-1)!
    const texts = (one: Ending) => one.changes.map(toText)
    const extra = beyond(texts(found), texts(last))
    const missing = beyond(texts(last), texts(found))
    return `an update is lost: there is ${extra.join(' and ') || 'nothing'} in the place of ${missing.join(' and ') || 'nothing'}`
  }
}

function idOf(input: unknown): string | undefined {
  const id = typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined
  return typeof id === 'string' ? id : undefined
}

/** The elements that occur more often in `list` than in the other list. */
function beyond(list: readonly string[], other: readonly string[]): readonly string[] {
  const left = [...other]
  return list.filter((text) => {
    const index = left.indexOf(text)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

const toText = ({ table, kind, values }: Change) => `${kind} of ${table} ${JSON.stringify(values)}`

const keyOf = ({ isDone, changes }: Ending) => JSON.stringify([isDone, changes.map(toText).toSorted()])

const isAmong = (ending: Ending, allowed: readonly Ending[]) => allowed.some((one) => keyOf(one) === keyOf(ending))

/** Tables of which the same calls change more or fewer rows when they are repeated. */
function growingTables(once: readonly Ending[], again: readonly Ending[]): ReadonlySet<string> {
  const tables = new Set<string>()
  for (const [index, one] of once.entries()) {
    const [left, right] = [countsOf(one), countsOf(again[index]!)]
    for (const kind of new Set([...left.keys(), ...right.keys()]))
      if (left.get(kind) !== right.get(kind)) tables.add(kind.split(' ')[0]!)
  }
  return tables
}

function countsOf({ changes }: Ending): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { table, kind } of changes) found.set(`${table} ${kind}`, (found.get(`${table} ${kind}`) ?? 0) + 1)
  return found
}

interface Comparison {
  readonly growing: ReadonlySet<string>
  /** What is compared of a value. */
  readonly of: (value: string) => string
}

/** Columns, as `table.column`, whose changes differ when the same call is repeated. */
function differingColumns(
  once: readonly Ending[],
  again: readonly Ending[],
  comparison: Comparison,
): ReadonlySet<string> {
  const columns = new Set<string>()
  for (const [index, one] of once.entries()) {
    const [left, right] = [valuesOf(one, comparison), valuesOf(again[index]!, comparison)]
    for (const column of new Set([...left.keys(), ...right.keys()]))
      if (left.get(column) !== right.get(column)) columns.add(column)
  }
  return columns
}

function valuesOf({ changes }: Ending, { growing, of }: Comparison): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>()
  for (const { table, kind, values } of changes)
    for (const [name, value] of Object.entries(values)) {
      const others = found.get(`${table}.${name}`) ?? []
      const compared = `${kind} ${of(value)}`
      if (!growing.has(table) || !others.includes(compared)) found.set(`${table}.${name}`, [...others, compared])
    }
  return new Map([...found].map(([column, values]) => [column, values.toSorted().join()]))
}

/** An outcome without what varies: of a growing table, each kind of change counts once, however many rows have it. */
function without({ isDone, changes }: Ending, { unstable, absent, growing }: Variation): Ending {
  const kept = changes
    .map(({ table, kind, values }) => ({
      table,
      kind,
      values: Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) =>
          absent.has(`${table}.${name}`) ? [] : [[name, unstable.has(`${table}.${name}`) ? 'another value' : value]],
        ),
      ),
    }))
    .filter(({ kind, values }) => kind !== 'update' || Object.keys(values).length > 0)
  const seen = new Set<string>()
  const distinct = kept.filter((change) => {
    const text = toText(change)
    if (growing.has(change.table) && seen.has(text)) return false
    seen.add(text)
    return true
  })
  return { isDone, changes: distinct }
}

/** The texts in the inputs of calls, by where they are: `1.name`. */
function textsOf(calls: readonly PreparedCall[]): ReadonlyMap<unknown, string> {
  const found = new Map<unknown, string>()
  const collect = (value: unknown, path: string): void => {
    if (typeof value === 'string' && value !== '' && !found.has(value)) found.set(value, `the input ${path}`)
    if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) collect(member, `${path}.${name}`)
  }
  for (const [index, { input }] of calls.entries()) collect(input, String(index + 1))
  return found
}

/** The changes to rows, without timestamps and ids; texts of the input are told by where they are in it. */
function changesBetween(
  before: RecordedRows,
  after: RecordedRows,
  texts: ReadonlyMap<unknown, string>,
): readonly Change[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  return keys.flatMap((key) => {
    const [one, other] = [before.get(key), after.get(key)]
    if (one === other) return []
    const table = key.split(' ')[0]!
    const [was, is] = [toValues(one), toValues(other)]
    const kind = one === undefined ? 'insert' : other === undefined ? 'delete' : 'update'
    const names = Object.keys({ ...was, ...is }).filter(
      (name) => !/^credential |^(updated|created)_at$/.test(name) && (kind === 'insert' || was[name] !== is[name]),
    )
    if (kind === 'update' && names.length === 0) return []
    const values =
      kind === 'delete' ? {} : Object.fromEntries(names.map((name) => [name, toChange(was[name], is[name], texts)]))
    return [{ table, kind, values } as const]
  })
}

function toValues(row: string | undefined): Readonly<Record<string, unknown>> {
  const values = row === undefined ? {} : (JSON.parse(row) as Record<string, unknown>)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  )
}

/**
 * Counters continue from one race to the next, so numbers are compared by difference. Texts that a run has made up, in its input or in
 * the row before, are told by where they come from.
 */
function toChange(was: unknown, is: unknown, texts: ReadonlyMap<unknown, string>): string {
  if (typeof was === 'number' && typeof is === 'number') return `+${is - was}`
  const known = texts.get(is)
  if (known !== undefined) return known
  let told = String(is)
  if (typeof was === 'string' && was.length >= SHORTEST_PART) told = told.replaceAll(was, '(what it was)')
  for (const [text, origin] of texts)
    if (typeof text === 'string' && text.length >= SHORTEST_PART) told = told.replaceAll(text, `(${origin})`)
  return told.replace(ID, 'id').replace(TIME, 'time')
}

/** Shorter texts occur in others by chance. */
const SHORTEST_PART = 6

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:\d\d)?)?/g
