import { bytesOf } from '../byte-cache.ts'
import { type CompiledRule, compileRule } from './evaluate.ts'
import { compareRules, type Rule, whyInactive } from './rule.ts'

/**
 * Selects rules by scope, entity type, event type and time. Without an event type, or with an empty one, rules of all event types
 * match.
 */
export interface RuleQuery {
  readonly tenantId: string
  readonly organizationId: string
  readonly entityType: string
  readonly eventType?: string | undefined
  readonly now: Date
}

/**
 * An in-memory index of compiled rules by scope, entity type and event type, in execution order. After writes, call `put` and
 * `remove`, or build a new index.
 */
export class RuleIndex {
  readonly #rules = new Map<string, IndexedRule>()
  readonly #shelves = new Map<string, Shelf>()
  #bytes = 0

  constructor(rules: Iterable<Rule> = []) {
    for (const rule of rules) this.put(rule)
  }

  get size(): number {
    return this.#rules.size
  }

  /** Approximate memory of rules and conditions, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds a rule, or replaces the rule with the same `id`. */
  put(rule: Rule): void {
    const compiled = compileRule(rule)
    this.#keep({ compiled, bytes: weigh(compiled) })
  }

  /** Copies the compiled rule with this `id` from another index. */
  copy(from: RuleIndex, id: string): void {
    const kept = from.#rules.get(id)
    if (kept) this.#keep(kept)
  }

  #keep(kept: IndexedRule): void {
    const { rule } = kept.compiled
    this.remove(rule.id)
    this.#rules.set(rule.id, kept)
    this.#bytes += kept.bytes
    const key = shelfKey(rule)
    let shelf = this.#shelves.get(key)
    if (!shelf) this.#shelves.set(key, (shelf = new Shelf()))
    shelf.add(kept.compiled)
  }

  /** Removes the rule with this `id`, if present. */
  remove(id: string): void {
    const known = this.#rules.get(id)
    if (!known) return
    this.#rules.delete(id)
    this.#bytes -= known.bytes
    const key = shelfKey(known.compiled.rule)
    if (this.#shelves.get(key)?.remove(known.compiled) === 0) this.#shelves.delete(key)
  }

  /** Returns the rule with this `id`, enabled or not. */
  get(id: string): CompiledRule | undefined {
    return this.#rules.get(id)?.compiled
  }

  /** All rules, in no particular order. */
  *rules(): Generator<Rule> {
    for (const { compiled } of this.#rules.values()) yield compiled.rule
  }

  /** Returns the rules that apply, in execution order. The list is shared and must not be modified. */
  find(query: RuleQuery): readonly CompiledRule[] {
    return this.#shelves.get(shelfKey(query))?.find(query.eventType || undefined, query.now) ?? []
  }
}

interface IndexedRule {
  readonly compiled: CompiledRule
  readonly bytes: number
}

/** The rules of one entity type in one scope. Sorted lists are created on first use. */
class Shelf {
  readonly #rules = new Set<CompiledRule>()
  readonly #lists = new Map<string | undefined, RuleList>()

  add(rule: CompiledRule): void {
    this.#rules.add(rule)
    this.#lists.clear()
  }

  remove(rule: CompiledRule): number {
    this.#rules.delete(rule)
    this.#lists.clear()
    return this.#rules.size
  }

  find(eventType: string | undefined, now: Date): readonly CompiledRule[] {
    let list = this.#lists.get(eventType)
    if (!list) {
      list = this.#list(eventType)
      // Event types come from requests, so only those that a rule has are cached.
      if (list.rules.length > 0) this.#lists.set(eventType, list)
    }
    return list.timed ? list.rules.filter(({ rule }) => whyInactive(rule, now) === undefined) : list.rules
  }

  #list(eventType: string | undefined): RuleList {
    const rules = [...this.#rules]
      .filter(({ rule }) => rule.enabled && (eventType === undefined || rule.eventType === eventType))
      .sort((left, right) => compareRules(left.rule, right.rule))
    return { rules, timed: rules.some(({ rule }) => rule.effectiveFrom || rule.effectiveTo) }
  }
}

interface RuleList {
  readonly rules: readonly CompiledRule[]
  /** Whether any rule has an effective window. */
  readonly timed: boolean
}

const weigh = ({ rule, condition }: CompiledRule) => RULE + bytesOf(rule) + condition.bytes
const RULE = 500

function shelfKey({ tenantId, organizationId, entityType }: Pick<Rule, 'tenantId' | 'organizationId' | 'entityType'>) {
  return `${tenantId}/${organizationId}/${entityType}`
}
