import { defineService, type EventType } from '@plinth/core'

/** How rules may behave on this host; everything has a default. */
export interface BusinessRulesOptions {
  /** Rules of one execution; 10,000 unless told (decision 25). */
  readonly maxRules?: number
  /** Steps that one rule, and all rules of an execution together, may take. */
  readonly maxRuleSteps?: number
  readonly maxTotalSteps?: number
  /** Events that EMIT_EVENT may emit; none unless told, because subscribers trust what an event says. */
  readonly events?: readonly EventType[]
  /** How many times rules may lead to each other through events; 5 unless told. */
  readonly maxDepth?: number
  /** Months of execution logs that are kept besides the current one; 3 unless told. */
  readonly logMonths?: number
}

/** The options with their defaults. */
export type Settings = Required<BusinessRulesOptions>

/** Resolve with `get(settings)`; the module provides it. */
export const settings = defineService<Settings>('business_rules.settings')

export function toSettings(options: BusinessRulesOptions): Settings {
  return {
    maxRules: 10_000,
    maxRuleSteps: 4_000_000,
    maxTotalSteps: 40_000_000,
    events: [],
    maxDepth: 5,
    logMonths: 3,
    ...options,
  }
}
