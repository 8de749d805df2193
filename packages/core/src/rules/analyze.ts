import { analyzeRule } from './analyze-rule.ts'
import { type Branch, branchesOf, fieldsRead } from './branches.ts'
import type { Finding } from './findings.ts'
import { compareRules, type Rule } from './rule.ts'
import { canHold, type FieldTypes, type Wish } from './satisfy.ts'

/** What is wrong with a list of rules; `complete` is false when it was too long to compare every pair. */
export interface Analysis {
  readonly findings: readonly Finding[]
  readonly complete: boolean
}

/**
 * Looks for faults without running anything: only what is proven is reported, given that fields hold values of the
 * types they are declared with or compared with. Pairs are compared within an entity type and event type.
 */
export function analyzeRules(rules: readonly Rule[], fields?: FieldTypes): Analysis {
  const findings = rules.flatMap((rule) => analyzeRule(rule, fields))
  const faulty = new Set(findings.filter(({ code }) => SOLITARY.has(code)).map((finding) => finding.rules[0]))
  const sound = rules.filter(({ enabled, ruleId }) => enabled && !faulty.has(ruleId)).toSorted(compareRules)
  let left = MAX_PAIRS
  for (const group of Map.groupBy(sound, groupOf).values()) {
    for (const [first, second] of pairsOf(group)) {
      if (--left < 0) return { findings, complete: false }
      if (meet(first, second)) findings.push(...comparePair({ first, second, fields }))
    }
  }
  return { findings, complete: true }
}

interface Pair {
  /** Runs before the other. */
  readonly first: Rule
  readonly second: Rule
  readonly fields: FieldTypes | undefined
}

function comparePair({ first, second, fields }: Pair): Finding[] {
  const possible = (...wishes: Wish[]) => canHold(wishes, fields)
  const wish = (rule: Rule, wanted: boolean): Wish => ({ condition: rule.conditionExpression, wanted })
  if (first.ruleType === second.ruleType && REFUSING.has(first.ruleType)) {
    if (outlasts(first, second) && possible(wish(first, true), wish(second, false)) === 'no')
      return [shadowed(second, first, REFUSES)]
    if (outlasts(second, first) && possible(wish(first, false), wish(second, true)) === 'no')
      return [shadowed(first, second, REFUSES)]
  }
  const findings: Finding[] = []
  for (const early of branchesOf(first))
    for (const late of branchesOf(second)) {
      if (isDisturbed(early, second)) continue
      const [one, two] = [wish(first, early.wanted), wish(second, late.wanted)]
      if (
        outlasts(second, first) &&
        isOverwritten(early, late) &&
        possible(one, { ...two, wanted: !late.wanted }) === 'no'
      )
        findings.push(shadowed(first, second, 'always sets the same fields afterwards'))
      else if (conflict(early, late) !== undefined && possible(one, two) === 'yes')
        findings.push({
          code: 'overlapping',
          rules: [second.ruleId, first.ruleId],
          message: `Both can apply at once and disagree about ${conflict(early, late)}`,
        })
    }
  return findings
}

/** What two branches disagree about: a field, or the transition. */
function conflict(one: Branch, two: Branch): string | undefined {
  for (const [field, value] of one.sets) {
    const other = two.sets.get(field)
    // What a token stands for is not known here, so it proves no disagreement.
    if (other !== undefined && other !== value && !`${value}${other}`.includes('{{')) return field
  }
  return one.allows !== undefined && two.allows !== undefined && one.allows !== two.allows
    ? 'the transition'
    : undefined
}

function isOverwritten(early: Branch, late: Branch): boolean {
  return early.onlySets && early.sets.size > 0 && [...early.sets.keys()].every((field) => late.sets.has(field))
}

/** The later condition reads what the earlier branch sets, so the two do not look at the same data. */
function isDisturbed(early: Branch, later: Rule): boolean {
  const read = fieldsRead(later.conditionExpression)
  return [...early.sets.keys()].some((set) =>
    read.some((field) => `${field}.`.startsWith(`${set}.`) || `${set}.`.startsWith(`${field}.`)),
  )
}

function shadowed(rule: Rule, by: Rule, why: string): Finding {
  return { code: 'shadowed', rules: [rule.ruleId, by.ruleId], message: `Without effect, because ${by.ruleId} ${why}` }
}

/** Both can be in force at the same time. */
function meet(one: Rule, two: Rule): boolean {
  return startOf(one) <= endOf(two) && startOf(two) <= endOf(one)
}

/** One is in force whenever the other is. */
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
const REFUSES = 'refuses whenever it would'
const REFUSING: ReadonlySet<string> = new Set(['GUARD', 'VALIDATION'])
const SOLITARY: ReadonlySet<string> = new Set(['invalid-condition', 'never-true', 'always-true', 'never-effective'])
