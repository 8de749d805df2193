import { defineService, type EventType, MIB, PlatformError } from '@plinth/core'

/** How rules may behave on this host; everything has a default. */
export interface BusinessRulesOptions {
  /** Rules of one execution. Default: 10,000 (decision 25). */
  readonly maxRules?: number
  /** Rules about one entity type in an organization. Default: 10,000. */
  readonly maxRulesPerType?: number
  /** Rules of a tenant. Default: 20,000. */
  readonly maxRulesPerTenant?: number
  /** Bytes of the conditions and actions of all rules of a tenant. Default: 8 MiB, and no more than that. */
  readonly maxRuleBytes?: number
  /** Steps that one rule, and all rules of an execution together, may take. */
  readonly maxRuleSteps?: number
  readonly maxTotalSteps?: number
  /** Events that EMIT_EVENT may emit. Default: none, because subscribers trust what an event says. */
  readonly events?: readonly EventType[]
  /** Hosts that webhooks may go to by https: `hooks.example.com`, `*.example.com`, `*` for any. Default: none. */
  readonly webhookHosts?: readonly string[]
  /** Hosts of one's own that webhooks may go to wherever they are, also by http, with their port: `127.0.0.1:8080`. */
  readonly webhookLocalHosts?: readonly string[]
  /** Addresses of one's own that NOTIFY may write to beside the people of the tenant, for all tenants. Default: none. */
  readonly mailAddresses?: readonly string[]
  /** What the rules of a tenant may send on a day (UTC). Default: 1,000 mails and 10,000 webhooks. */
  readonly maxMailsPerDay?: number
  readonly maxWebhooksPerDay?: number
  /** Verdicts that are explained in the log. Default: those that are not true. */
  readonly explainLogs?: 'failed' | 'all' | 'none'
  /** How many times rules may lead to each other through events. Default: 5. */
  readonly maxDepth?: number
  /** Months of execution logs that are kept besides the current one. Default: 3. */
  readonly logMonths?: number
}

/** The options with their defaults. */
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
  const odd = [...made.webhookHosts, ...made.webhookLocalHosts].find((host) => !HOST.test(host))
  if (odd !== undefined)
    throw new PlatformError(
      'broken_setup',
      `'${odd}' is no host that webhooks can go to: name it without scheme and path`,
    )
  const address = made.mailAddresses.find((one) => !ADDRESS.test(one))
  if (address !== undefined)
    throw new PlatformError('broken_setup', `'${address}' of \`mailAddresses\` is no e-mail address`)
  return {
    ...made,
    webhookHosts: made.webhookHosts.map(toLowerCase),
    webhookLocalHosts: made.webhookLocalHosts.map(toLowerCase),
    mailAddresses: made.mailAddresses.map(toLowerCase),
  }
}

const toLowerCase = (text: string) => text.toLowerCase()

/** An address alone, without a name or spaces around it. */
const ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;]+$/

/** A name or address with its port, every name below a domain, or any. */
const HOST = /^(\*|(\*\.)?[\w.-]+(:\d+)?|\[[\da-f:.]+\](:\d+)?)$/i

/** Compiled, rules take up to seventeen times their text, and the cache holds 160 MiB. */
const MAX_RULE_BYTES = 8 * MIB
