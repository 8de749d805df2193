import { RequestContext, WholeTenantContext } from '../context/context.ts'
import type { RunningCommand } from '../context/origin.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import type { Declared } from '../data/query/row-types.ts'
import { CUSTOM_PREFIX, type Extension } from '../define/extensible.ts'
import {
  type RuleData,
  type RuleHook,
  type RulePoint,
  ruleRunner,
  type RuleRunner,
  typeOfData,
} from '../define/rule-point.ts'
import { customDataOf } from './ruled-custom-values.ts'
import { customNames, whyNotSet } from './why-not-set.ts'
import { findWrittenRows, type WrittenRow } from './written-rows.ts'

/** What a command with rules has said about the row that it writes. */
export interface RuledWrite {
  readonly hook: RuleHook
  readonly id: string | undefined
  /** The row as it was; null for a new one. */
  readonly stored: RuleData | null
  /** What the command was sent, with what rules have set. Rules decide on this if the row cannot be found. */
  readonly sent: RuleData
}

/** A rule point, and the entity whose rows it is about, if known. */
export interface PointInUse {
  readonly point: RulePoint
  readonly entity: Declared | undefined
}

/** The rows of one rule point, in one transaction. */
interface RuledRows extends PointInUse {
  readonly extension: Extension | undefined
  readonly writes: RuledWrite[]
  /** Whether an undo or redo is part of it. */
  isRevert: boolean
  /** Rows that an undo or redo has restored, of points that have no entity. */
  readonly restored: string[]
}

/** A row as rules decide on it. */
interface DecidedRow {
  readonly id: string | undefined
  readonly hook: RuleHook
  readonly data: RuleData | null
}

const decisions = new WeakMap<RunningCommand, RuleDecisions>()

/**
 * Collects what the commands of a transaction write to entities with rules, and lets the rules decide when all of them have run:
 * on each row once, as it is then stored, whatever has computed it.
 */
export class RuleDecisions {
  readonly #state: UnitOfWork
  readonly #ctx: RequestContext
  readonly #rows = new Map<RulePoint, RuledRows>()

  private constructor(state: UnitOfWork) {
    this.#state = state
    this.#ctx = new RequestContext(state)
  }

  /** Those of the running transaction. */
  static of(state: UnitOfWork): RuleDecisions {
    const running = state.command!
    let known = decisions.get(running)
    if (!known) {
      known = new RuleDecisions(state)
      const deciding = known
      decisions.set(running, known)
      running.beforeCommit.push(() => deciding.#decide())
    }
    return known
  }

  /** Where writes to a point are noted. `resource` is the kind of resource whose fields customers can define. */
  rowsOf({ point, entity }: PointInUse, resource?: string): RuledRows {
    const known = this.#rows.get(point)
    if (known) return known
    const { extensions } = this.#state.runtime
    const extension =
      extensions.get(resource ?? '') ?? (entity && [...extensions.values()].find((one) => one.entity === entity))
    const rows = { point, entity, extension, writes: [], isRevert: false, restored: [] }
    this.#rows.set(point, rows)
    return rows
  }

  /** The rows as they are, by id. Rows that the caller has written outside its own organizations are among them. */
  async load(
    { point, extension }: Pick<RuledRows, 'point' | 'extension'>,
    ids: readonly string[],
    options: { readonly isWritten: boolean },
  ): Promise<ReadonlyMap<string, RuleData>> {
    if (ids.length === 0) return new Map()
    const found = new Map(await point.loadAll(this.#ctx, ids))
    const beyond = options.isWritten ? ids.filter((id) => !found.has(id)) : []
    if (beyond.length > 0) {
      const wide = new WholeTenantContext(this.#state, 'let rules decide on what was written')
      for (const [id, row] of await point.loadAll(wide, beyond)) found.set(id, row)
    }
    const custom =
      extension && (await customDataOf(this.#state, extension, { ids: [...found.keys()], isNew: options.isWritten }))
    return new Map([...found].map(([id, row]) => [id, { ...pick(row, point), ...custom?.get(id) }]))
  }

  async #decide(): Promise<void> {
    const runner = this.#ctx.inject(ruleRunner)!
    for (const rows of this.#rows.values()) await this.#decideOn(rows, runner)
  }

  async #decideOn(rows: RuledRows, runner: RuleRunner): Promise<void> {
    const { point } = rows
    const depth = this.#state.origin.depth ?? 0
    for (const { id, hook, data } of await this.#rowsToDecide(rows, runner)) {
      const trigger = {
        entityType: typeOfData(point, data),
        entityId: id,
        depth,
        isRevert: rows.isRevert,
        read: async () => data,
      }
      const why = async () => (field: string) => whyNotSet(field, hook, customNames(data ?? {}))
      await runner.before({ ...trigger, eventTypes: hook.before, ...(!rows.isRevert && { whyNotSet: why }) })
      if (!rows.isRevert) await runner.after({ ...trigger, eventTypes: hook.after })
    }
  }

  async #rowsToDecide(rows: RuledRows, runner: RuleRunner): Promise<readonly DecidedRow[]> {
    const { point, entity, writes, restored, isRevert } = rows
    const named = new Map(writes.flatMap((write) => (write.id === undefined ? [] : [[write.id, write] as const])))
    const ids = [...named.keys()]
    const kept = writes.filter(({ hook, id }) => id !== undefined && hook.writes !== 'gone').map(({ id }) => id!)
    const [found, loaded] = await Promise.all([
      findWrittenRows(this.#state, { point, entity, ids: isRevert ? restored : [] }),
      this.load(rows, [...new Set(kept)], WRITTEN),
    ])
    const ruled = await ruledAmong(found, { point, runner })
    const others = ruled.filter(({ id, isVisible }) => isVisible && !named.has(id))
    const present = others.filter(({ writes: kind }) => kind !== 'gone').map(({ id }) => id)
    const more = await this.load(rows, present, WRITTEN)
    const recorded = new Map(found.map((row) => [row.id, row]))
    const byId = Map.groupBy(writes, ({ id }) => id)
    return [
      ...writes.filter(({ id }) => id === undefined && !entity).map((write) => toDecided(point, write, {})),
      ...ids.map((id) => toDecided(point, firstOf(byId.get(id)!), { row: recorded.get(id), now: loaded.get(id) })),
      ...others.map((row) => toRow(point, row, more.get(row.id))),
    ]
  }
}

const WRITTEN = { isWritten: true }

interface Ruled {
  readonly point: RulePoint
  readonly runner: RuleRunner
}

/** The rows of entities with rules: one table has the records of all entities that customers define. */
async function ruledAmong(rows: readonly WrittenRow[], { point, runner }: Ruled): Promise<readonly WrittenRow[]> {
  if (!point.records || rows.length === 0) return rows
  const eventTypes = [point.create, point.update, point.delete].flatMap(({ before, after }) => [...before, ...after])
  const typeOf = ({ before, after }: WrittenRow) => typeOfData(point, after ?? before)
  const ruled = new Set<string>()
  for (const entityType of new Set(rows.map(typeOf)))
    if (await runner.applies({ entityType, eventTypes })) ruled.add(entityType)
  return rows.filter((row) => ruled.has(typeOf(row)))
}

/** What was done to a row in all: a deletion if there was one, otherwise what was done first. */
function firstOf(own: readonly RuledWrite[]): RuledWrite {
  const [first] = own
  const deletion = own.find(({ hook }) => hook.writes === 'gone')
  return deletion ? { ...deletion, stored: first!.stored } : { ...first!, sent: own.at(-1)!.sent }
}

function toDecided(
  point: RulePoint,
  { id, hook, stored, sent }: RuledWrite,
  { row, now }: { readonly row?: WrittenRow | undefined; readonly now?: RuleData | undefined },
): DecidedRow {
  // A creation may have replaced what was there.
  if (hook.writes === 'new' && row?.writes === 'changed') return toRow(point, row, now)
  if (hook.writes === 'new') return { id, hook, data: { ...(now ?? row?.after ?? sent), before: null } }
  const before = stored ?? row?.before ?? null
  if (hook.writes === 'gone') return { id, hook, data: before && { ...before, before } }
  const data = now ?? row?.after ?? (before && { ...before, ...sent })
  return { id, hook, data: data && { ...data, before } }
}

/** A row that no command has named: one of several, or one that was restored. */
function toRow(point: RulePoint, { id, writes, before, after }: WrittenRow, now: RuleData | undefined): DecidedRow {
  if (writes === 'gone') return { id, hook: point.delete, data: { ...before, before } }
  const hook = writes === 'new' ? point.create : point.update
  return { id, hook, data: { ...(now ?? after), before } }
}

/** The fields that a rule point exposes to rules, with timestamps in their stored form: parsed inputs contain dates. */
export function pick(holder: RuleData, { data, records }: RulePoint): RuleData {
  const custom = records ? Object.keys(holder).filter((key) => key.startsWith(CUSTOM_PREFIX)) : []
  const entries = [...Object.keys(data.shape), ...custom].map((key) => {
    const value = holder[key]
    return [key, value instanceof Date ? value.toISOString() : value] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
