import type { z } from 'zod'
import type { Declared } from '../data/query/row-types.ts'
import type { CommandContext } from './command.ts'
import type { Context } from './context.ts'
import { defineService } from './service.ts'

/** The fields of an entity, as rules see them. */
export type RuleData = Readonly<Record<string, unknown>>

/**
 * An entity whose writes customers' rules can reject and change (decision: Rules on commands). Its commands declare `rules:
 * point.create`, `point.update` or `point.delete`. Without a module that runs rules, this has no effect.
 */
export interface RulePoint {
  /** The name that rules use: `auth:user`. */
  readonly entityType: string
  /** Alternative names that rules, dashboards and attachments accept as well. */
  readonly aliases: readonly string[]
  readonly title: string
  /** The fields that conditions can read; for updates and deletions also the previous values: `before.status`. */
  readonly data: z.ZodObject
  /** The fields that SET_FIELD can change, because the command validates them like any input. */
  readonly settable: readonly string[]
  readonly load: (ctx: Context, id: string) => Promise<RuleData | null>
  readonly loadAll: (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, RuleData>>
  /** The fields as a command is about to write them. Default: what it was sent, in place of what is stored. */
  readonly project?: (ctx: CommandContext, write: ProjectedWrite) => Promise<RuleData>
  /** The entity whose rows it is about, if it is declared. */
  readonly entity?: Declared | undefined
  /** Set if it is about the entities that customers define, whose fields are custom fields. */
  readonly records?: RuledRecords | undefined
  /** Runs `beforeCreate` and `beforeSave` in the transaction, `afterCreate` and `afterSave` after the commit. */
  readonly create: RuleHook
  readonly update: RuleHook
  readonly delete: RuleHook
  /** An update whose input has no fields that rules could set, such as a transition of a state. */
  readonly act: RuleHook
}

/** How rules of each entity that customers define find its records, and set their values. */
export interface RuledRecords {
  /** The entity of a row, or of a command's input: `fleet:vehicle`. Rules use this name instead of that of the point. */
  readonly typeOf: (data: RuleData) => string | undefined
  /** The input of a command with other values of fields: `cf_size`. */
  readonly amend: (input: RuleData, values: RuleData) => RuleData
}

/** What a command was sent for a row, and the row as it is stored; null for a new one. */
export interface ProjectedWrite {
  readonly id: string | undefined
  readonly stored: RuleData | null
  readonly sent: RuleData
}

/** Connects a command to rules: the event types that run in its transaction, and those that run after the commit. */
export interface RuleHook {
  readonly point: () => RulePoint
  readonly writes: 'new' | 'changed' | 'gone'
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Whether SET_FIELD applies. Default: true, except for deletions. */
  readonly sets?: boolean
}

/** The declaration of a rule point; `data` is only used by the compiler and the analysis of rules. */
export interface RulePointSpec<D extends z.ZodObject> {
  readonly title: string
  /** Alternative names of the entity: that of its analytics, `shop:orders`, or one of an older version. */
  readonly aliases?: readonly string[]
  readonly data: D
  /**
   * Default: none. A rule sets them with the rights of the command's caller, not of its author, so exclude fields that grant
   * rights or send email.
   */
  readonly settable?: readonly (keyof z.output<D> & string)[]
  /**
   * The entity whose rows these are. Rules then decide on every row of its table that a command with these rules writes, however
   * many there are, and on those that undo and redo restore.
   */
  readonly entity?: Declared
  /**
   * The stored entity, as it is within the command's transaction; null if there is none in the caller's scope. Read it with a
   * query, which locks nothing.
   */
  readonly load: (ctx: Context, id: string) => Promise<z.output<D> | null>
  /** The same for several entities, by id, in one statement. Default: `load` for each. */
  readonly loadAll?: (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, z.output<D>>>
  /**
   * The fields as a command is about to write them, for rules that set fields, if some of them are computed from what it was sent.
   * Default: what it was sent, in place of what is stored.
   */
  readonly project?: (ctx: CommandContext, write: ProjectedWrite) => Promise<RuleData>
  /** For a point that is about the entities that customers define; `load` then returns their fields as `cf_<key>`. */
  readonly records?: RuledRecords
}

/**
 * Declares an entity that customers' rules can check and change. Commands take part with `rules: point.create`, `point.update`
 * or `point.delete`.
 */
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
    loadAll: (ctx: Context, ids: readonly string[]) => loadEach(spec, ctx, ids),
    ...spec,
    create: hook('new', 'Create', 'Save'),
    update: hook('changed', 'Update', 'Save'),
    delete: { ...hook('gone', 'Delete'), sets: false },
    act: { ...hook('changed', 'Update', 'Save'), sets: false },
  })
  return point
}

async function loadEach(
  { load }: Pick<RulePoint, 'load'>,
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RuleData>> {
  const found = await Promise.all(ids.map(async (id) => [id, await load(ctx, id)] as const))
  return new Map(found.flatMap(([id, row]) => (row ? [[id, row]] : [])))
}

/** The name that rules use for a row or an input. */
export const typeOfData = ({ entityType, records }: RulePoint, data: unknown): string =>
  (typeof data === 'object' && data !== null && records?.typeOf(data as RuleData)) || entityType

/** A command on an entity, as passed to a rule runner. */
export interface RuleTrigger {
  readonly entityType: string
  readonly eventTypes: readonly string[]
  /** Unknown before a create. */
  readonly entityId: string | undefined
  /** The fields, with the previous values under `before`. Read only if a rule needs them; null if the entity does not exist. */
  readonly read: () => Promise<RuleData | null>
  /** How many rules have triggered each other up to this point. */
  readonly depth: number
  /** Whether an undo or redo restores the entity; then only rules that can reject it run. */
  readonly isRevert?: boolean
  /** Explains why the command ignores what a rule sets a field to; undefined if it does not. Asked only if a rule sets one. */
  readonly whyNotSet?: () => Promise<(field: string) => string | undefined>
}

/** Runs customers' rules for commands. */
export interface RuleRunner {
  /** Whether any rule is registered for one of these events; needs no query once the rules are loaded. */
  applies(trigger: Pick<RuleTrigger, 'entityType' | 'eventTypes'>): Promise<boolean>
  /** Loads the rules into the cache, for work that runs many commands in one transaction. */
  prepare(): Promise<void>
  /**
   * Runs the rules that set fields, before the command, on the fields as it is about to write them. Returns them as changed;
   * undefined if no rule sets any. Throws `refused` beyond the limits. A runner without it sets nothing.
   */
  assign?(trigger: RuleTrigger): Promise<RuleData | undefined>
  /**
   * Runs all other rules, on the fields as the command has stored them, or as they were before a deletion. Throws `refused` with
   * the rules' messages.
   */
  before(trigger: RuleTrigger): Promise<void>
  /** Queues, in the transaction, the rules that run after the commit. */
  after(trigger: RuleTrigger): Promise<void>
}

/** Implemented by the module that runs rules; null without one. */
export const ruleRunner = defineService<RuleRunner | null>('core.rule-runner', () => null)
