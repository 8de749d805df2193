import type { z } from 'zod'
import type { Context } from './context.ts'
import type { Module } from './module.ts'
import { defineService } from './service.ts'

/** An entity as rules see it, by field. */
export type RuleData = Readonly<Record<string, unknown>>

/**
 * An entity whose writes customers' rules may judge and change (decision 24). Its commands say `rules: point.create`,
 * `point.update` or `point.delete`; without a module that runs rules this does nothing.
 */
export interface RulePoint {
  /** What rules name it by: `auth:user`. */
  readonly entityType: string
  /** Other names of the same entity, which rules, dashboards and attachments take as well. */
  readonly aliases: readonly string[]
  readonly title: string
  /** The fields that conditions may read; of what is changed or deleted, also as they were: `before.status`. */
  readonly data: z.ZodObject
  /** The fields that SET_FIELD may change, because the command checks them like any input. */
  readonly settable: readonly string[]
  readonly load: (ctx: Context, id: string) => Promise<RuleData | null>
  /** Runs `beforeCreate` and `beforeSave` in the transaction, `afterCreate` and `afterSave` after commit. */
  readonly create: RuleHook
  readonly update: RuleHook
  readonly delete: RuleHook
}

/** Where a command meets rules: the event types that run in its transaction, and those that run after commit. */
export interface RuleHook {
  readonly point: () => RulePoint
  readonly writes: 'new' | 'changed' | 'gone'
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** How a rule point is declared; `data` is checked by nothing but the analysis of rules and the compiler. */
export interface RulePointSpec<D extends z.ZodObject> {
  readonly title: string
  /** Other names of the entity: that of its analytics, `shop:orders`, or one of an older version. */
  readonly aliases?: readonly string[]
  readonly data: D
  /**
   * Default: nothing. The author of a rule acts here with the rights of the command's caller: leave out fields that
   * grant rights or send mail.
   */
  readonly settable?: readonly (keyof z.output<D> & string)[]
  /**
   * The entity as it is stored; null when there is none in the caller's scope. Read it with `db`: what `em` has loaded
   * before the command takes its locks, the command would take for fresh.
   */
  readonly load: (ctx: Context, id: string) => Promise<z.output<D> | null>
}

/** Declares a rule point. */
export function defineRulePoint<D extends z.ZodObject>(entityType: string, spec: RulePointSpec<D>): RulePoint {
  const hook = (writes: RuleHook['writes'], ...verbs: string[]): RuleHook => ({
    point: () => point,
    writes,
    before: verbs.map((verb) => `before${verb}`),
    after: verbs.map((verb) => `after${verb}`),
  })
  const point: RulePoint = Object.freeze({
    entityType,
    aliases: [],
    settable: [],
    ...spec,
    create: hook('new', 'Create', 'Save'),
    update: hook('changed', 'Update', 'Save'),
    delete: hook('gone', 'Delete'),
  })
  return point
}

/** The rule points of composed modules, by all names of their entities. */
const pointsByModules = new WeakMap<readonly Module[], ReadonlyMap<string, RulePoint>>()

/** The rule point of an entity, by any of its names; undefined when no composed module has it. */
export function findRulePoint(modules: readonly Module[], entityType: string): RulePoint | undefined {
  let points = pointsByModules.get(modules)
  if (!points) {
    const found = new Set(modules.flatMap(({ commands = [] }) => commands.flatMap(({ rules }) => rules?.point() ?? [])))
    points = new Map([...found].flatMap((point) => namesOf(point).map((name) => [name, point] as const)))
    pointsByModules.set(modules, points)
  }
  return points.get(entityType)
}

/** All names of an entity, its own first: `['catalog:product', 'catalog:products', …]`. An unknown one has only this. */
export function entityNames(modules: readonly Module[], entityType: string): readonly string[] {
  const point = findRulePoint(modules, entityType)
  return point ? namesOf(point) : [entityType]
}

const namesOf = ({ entityType, aliases }: RulePoint) => [entityType, ...aliases]

/** One command on one entity, as a rule runner sees it. */
export interface RuleTrigger {
  readonly entityType: string
  readonly eventTypes: readonly string[]
  /** Unknown before a create. */
  readonly entityId: string | undefined
  /**
   * The fields as the command is about to leave them, and below `before` as they were; read when some rule asks, null
   * when there is no such entity.
   */
  readonly read: () => Promise<RuleData | null>
  /** How often rules have led to each other up to here. */
  readonly depth: number
}

/** Runs customers' rules on commands. */
export interface RuleRunner {
  /** Whether some rule runs on one of these events; it costs no query once the rules are known. */
  applies(trigger: Pick<RuleTrigger, 'entityType' | 'eventTypes'>): Promise<boolean>
  /** Loads what `before` needs; called before the transaction is opened. */
  prepare(): Promise<void>
  /** Returns the data as rules leave it; undefined when none applies. Throws `refused` with the rules' messages. */
  before(trigger: RuleTrigger): Promise<RuleData | undefined>
  /** Queues in the transaction what has to run after commit. */
  after(trigger: RuleTrigger): Promise<void>
}

/** Filled in by the module that runs rules; null without one. */
export const ruleRunner = defineService<RuleRunner | null>('core.rule-runner', () => null)
