import { analyzeRule } from './analyze-rule.ts'
import { type Branch, branchesOf, fieldsRead } from './branches.ts'
import type { Finding } from './findings.ts'
import { compareRules, type Rule } from './rule.ts'
import { type FieldTypes, Questions, type Constraint } from './satisfiability.ts'

/** The findings for a list of rules. `complete` is false if the analysis exceeded its budget. */
export interface Analysis {
  readonly findings: readonly Finding[]
  readonly complete: boolean
}

/** Returns the fields of an entity type, if they are known. */
export type FieldsOf = (entityType: string) => FieldTypes | undefined

/**
 * Analyzes rules without running them. It reports only what it can prove, assuming that fields hold values of the types that they
 * are declared with or compared with. Pairs of rules are compared only within the same entity type and event type.
 */
export function analyzeRules(rules: readonly Rule[], fields?: FieldTypes): Analysis {
  const steps = analyzeInSteps(rules, () => fields)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/**
 * Like `analyzeRules`, for rules of any entity type. Yields every few milliseconds at most, so that the work can be done in time
 * slices.
 */
export function* analyzeInSteps(rules: readonly Rule[], fieldsOf: FieldsOf): Generator<void, Analysis> {
  const questions = new Questions()
  const findings: Finding[] = []
  for (const rule of rules) findings.push(...(yield* analyzeRule(rule, questions, fieldsOf(rule.entityType))))
  const faulty = new Set(findings.filter(({ code }) => SOLITARY.has(code)).map((finding) => finding.rules[0]))
  const sound = rules.filter(({ enabled, ruleId }) => enabled && !faulty.has(ruleId)).toSorted(compareRules)
  const comparer = new RuleComparer(questions, fieldsOf)
  let remaining = MAX_PAIRS
  for (const group of Map.groupBy(sound, groupOf).values()) {
    for (const [first, second] of pairsOf(group)) {
      if (--remaining < 0 || questions.isSpent) return { findings, complete: false }
      if (meet(first, second)) findings.push(...comparer.compare(first, second))
      yield
    }
  }
  return { findings, complete: !questions.isSpent }
}

/** Compares pairs of rules, and caches what it computes for each rule. */
class RuleComparer {
  readonly #questions: Questions
  readonly #fieldsOf: FieldsOf
  readonly #branches = new Map<Rule, readonly Branch[]>()
  readonly #readFields = new Map<Rule, ReadFields>()

  constructor(questions: Questions, fieldsOf: FieldsOf) {
    this.#questions = questions
    this.#fieldsOf = fieldsOf
  }

  /** `first` is the rule that runs before `second`. */
  compare(first: Rule, second: Rule): Finding[] {
    const fields = this.#fieldsOf(first.entityType)
    const possible = (...constraints: Constraint[]) => this.#questions.canHold(constraints, fields)
    if (first.ruleType === second.ruleType && REFUSING.has(first.ruleType)) {
      if (outlasts(first, second) && possible(constraint(first, true), constraint(second, false)) === 'no')
        return [shadowed(second, first, REFUSES)]
      if (outlasts(second, first) && possible(constraint(first, false), constraint(second, true)) === 'no')
        return [shadowed(first, second, REFUSES)]
    }
    const findings: Finding[] = []
    for (const early of this.#branchesOf(first))
      for (const late of this.#branchesOf(second)) {
        if (isDisturbed(early, this.#readFieldsOf(second))) continue
        const [one, two] = [constraint(first, early.holds), constraint(second, late.holds)]
        if (
          outlasts(second, first) &&
          isOverwritten(early, late) &&
          possible(one, { ...two, holds: !late.holds }) === 'no'
        )
          findings.push(shadowed(first, second, 'always sets the same fields afterwards'))
        else if (disagreement(early, late) !== undefined && possible(one, two) === 'yes')
          findings.push({
            code: 'overlapping',
            rules: [second.ruleId, first.ruleId],
            message: `Both can apply at once and disagree about ${disagreement(early, late)}`,
          })
      }
    return findings
  }

  #branchesOf(rule: Rule): readonly Branch[] {
    let branches = this.#branches.get(rule)
    if (!branches) this.#branches.set(rule, (branches = branchesOf(rule)))
    return branches
  }

  #readFieldsOf(rule: Rule): ReadFields {
    let reads = this.#readFields.get(rule)
    if (!reads) this.#readFields.set(rule, (reads = readFieldsOf(rule)))
    return reads
  }
}

const constraint = (rule: Rule, holds: boolean): Constraint => ({ condition: rule.conditionExpression, holds })

/** The conflict between two branches: a field that they set to different values, or the transition. */
function disagreement(one: Branch, two: Branch): string | undefined {
  for (const [field, value] of one.sets) {
    const other = two.sets.get(field)
    if (other && other.json !== value.json && !value.hasToken && !other.hasToken) return field
  }
  return one.allows !== undefined && two.allows !== undefined && one.allows !== two.allows
    ? 'the transition'
    : undefined
}

function isOverwritten(early: Branch, late: Branch): boolean {
  return early.onlySets && early.sets.size > 0 && [...early.sets.keys()].every((field) => late.sets.has(field))
}

/** True if the later condition reads what the earlier branch sets, so that the two do not see the same data. */
function isDisturbed(early: Branch, { fields, holders }: ReadFields): boolean {
  return [...early.sets.keys()].some((set) => holders.has(set) || upwards(set).some((path) => fields.has(path)))
}

/** The fields that a condition reads, and the objects that contain them. */
interface ReadFields {
  readonly fields: ReadonlySet<string>
  readonly holders: ReadonlySet<string>
}

function readFieldsOf({ conditionExpression }: Rule): ReadFields {
  const fields = new Set(fieldsRead(conditionExpression))
  return { fields, holders: new Set([...fields].flatMap(upwards)) }
}

/** Returns `a.b.c`, `a.b` and `a` for `a.b.c`. */
function upwards(path: string): string[] {
  const keys = path.split('.')
  return keys.map((_, index) => keys.slice(0, index + 1).join('.'))
}

function shadowed(rule: Rule, by: Rule, why: string): Finding {
  return { code: 'shadowed', rules: [rule.ruleId, by.ruleId], message: `Without effect, because ${by.ruleId} ${why}` }
}

/** True if both rules can be in effect at the same time. */
function meet(one: Rule, two: Rule): boolean {
  return startOf(one) <= endOf(two) && startOf(two) <= endOf(one)
}

/** True if `one` is in effect whenever `two` is. */
function outlasts(one: Rule, two: Rule): boolean {
  return startOf(one) <= startOf(two) && endOf(one) >= endOf(two)
}

function startOf({ effectiveFrom }: Rule): number {
  return effectiveFrom?.getTime() ?? -Infinity
}

function endOf({ effectiveTo }: Rule): number {
  return effectiveTo?.getTime() ?? Infinity
}

function groupOf({ tenantId, organizationId, entityType, eventType }: Rule): string {
  return JSON.stringify([tenantId, organizationId, entityType, eventType])
}

function* pairsOf(rules: readonly Rule[]): Generator<[Rule, Rule]> {
  for (const [index, first] of rules.entries()) for (const second of rules.slice(index + 1)) yield [first, second]
}

const MAX_PAIRS = 20_000
const REFUSES = 'refuses whenever this rule would'
const REFUSING: ReadonlySet<string> = new Set(['GUARD', 'VALIDATION'])
const SOLITARY: ReadonlySet<string> = new Set(['invalid-condition', 'never-true', 'always-true', 'never-effective'])
