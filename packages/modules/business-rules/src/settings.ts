import { defineService, type EventType, MIB, PlatformError } from '@plinth/core'
import { toWebhookHosts } from '@plinth/core/http'

/** Options for rules on this host. All are optional. */
export interface BusinessRulesOptions {
  /** Maximum rules per execution. Default: 10,000 (decision: Number of rules). */
  readonly maxRules?: number
  /** Maximum rules per entity type in an organization. Default: 10,000. */
  readonly maxRulesPerType?: number
  /** Maximum rules per tenant. Default: 20,000. */
  readonly maxRulesPerTenant?: number
  /** Maximum size in bytes of the conditions and actions of all rules of a tenant. Default and upper limit: 8 MiB. */
  readonly maxRuleBytes?: number
  /** Maximum evaluation steps for one rule, and for all rules of an execution together. */
  readonly maxRuleSteps?: number
  readonly maxTotalSteps?: number
  /** Events that EMIT_EVENT may emit. Default: none, because subscribers trust what an event says. */
  readonly events?: readonly EventType[]
  /** Hosts that webhooks may call over https: `hooks.example.com`, `*.example.com`, `*` for any. Default: none. */
  readonly webhookHosts?: readonly string[]
  /** Your own hosts that webhooks may call even at non-public addresses and over http, with their port: `127.0.0.1:8080`. */
  readonly webhookLocalHosts?: readonly string[]
  /**
   * Your own addresses that NOTIFY may send email to, for all tenants, in addition to the people of the tenant. Default: none.
   */
  readonly mailAddresses?: readonly string[]
  /** Maximum that the rules of a tenant may send per day (UTC). Default: 1,000 emails and 10,000 webhooks. */
  readonly maxMailsPerDay?: number
  readonly maxWebhooksPerDay?: number
  /** Which verdicts are explained in the log. Default: those that are not true. */
  readonly explainLogs?: 'failed' | 'all' | 'none'
  /** How many times in a row rules may trigger other rules through events. Default: 5. */
  readonly maxDepth?: number
  /** Months of execution logs to keep besides the current one. Default: 3. */
  readonly logMonths?: number
}

/** The options with defaults applied. */
export type BusinessRulesSettings = Required<BusinessRulesOptions>

/** Resolve with `inject(settings)`; the module provides it. */
export const settings = defineService<BusinessRulesSettings>('business_rules.settings')

export function toSettings(options: BusinessRulesOptions): BusinessRulesSettings {
  const made: BusinessRulesSettings = {
    maxRules: 10_000,
    maxRulesPerType: 10_000,
    maxRulesPerTenant: 20_000,
    maxRuleBytes: MAX_RULE_BYTES,
    maxRuleSteps: 4_000_000,
    maxTotalSteps: 40_000_000,
    events: [],
    webhookHosts: [],
    webhookLocalHosts: [],
    mailAddresses: [],
    maxMailsPerDay: 1_000,
    maxWebhooksPerDay: 10_000,
    explainLogs: 'failed',
    maxDepth: 5,
    logMonths: 3,
    ...options,
  }
  if (made.maxRuleBytes > MAX_RULE_BYTES)
    throw new PlatformError('broken_setup', `\`maxRuleBytes\` is at most ${MAX_RULE_BYTES}: rules are kept in memory`)
  const hosts = toWebhookHosts(made)
  const address = made.mailAddresses.find((one) => !ADDRESS.test(one))
  if (address !== undefined)
    throw new PlatformError('broken_setup', `'${address}' of \`mailAddresses\` is not an e-mail address`)
  return {
    ...made,
    ...hosts,
    mailAddresses: made.mailAddresses.map((address) => address.toLowerCase()),
  }
}

/** A bare address, without a display name or surrounding spaces. */
const ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;]+$/

/** Compiled rules take up to seventeen times the size of their text, and the cache holds 160 MiB. */
const MAX_RULE_BYTES = 8 * MIB
