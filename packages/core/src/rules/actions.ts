import { z } from 'zod'
import { describedAs } from '../define/described-as.ts'
import { findSizeFault } from './json-limits.ts'
import { isWritablePath, parsePath } from './paths.ts'

/** An action that a rule performs when its condition is true or false. `config` is stored as given. */
export interface Action {
  readonly type: string
  readonly config?: Readonly<Record<string, unknown>> | undefined
}

/** The type of an action, such as `SET_FIELD`. */
export type ActionType = keyof typeof ACTION_CONFIGS

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export const WEBHOOK_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const text = (name: string) =>
  z.string(`${name} is required`).refine((value) => value.trim() !== '', `${name} is required`)
const message = { message: text('message').meta({ description: 'Tokens are replaced: {{data.total}}.' }) }

/** The config of each action type, checked when a rule is written. Additional keys are allowed and kept. */
const ACTION_CONFIGS = {
  ALLOW_TRANSITION: z.looseObject({ message: z.string().nullish() }),
  BLOCK_TRANSITION: z.looseObject({ message: z.string().nullish() }),
  LOG: z.looseObject({
    ...message,
    level: z
      .string('level must be text')
      .nullish()
      .meta({ description: `One of ${LOG_LEVELS.join(', ')}. Default: info.` }),
  }),
  SHOW_ERROR: z.looseObject(message),
  SHOW_WARNING: z.looseObject(message),
  SHOW_INFO: z.looseObject(message),
  NOTIFY: z.looseObject({
    ...message,
    recipients: z
      .array(z.string('recipients must be texts'), 'recipients is required')
      .min(1, 'recipients must not be empty')
      .meta({ description: 'Users of the tenant by email address or id, and roles by name or id.' }),
    subject: z
      .string('subject must be text')
      .nullish()
      .meta({ description: 'Tokens are replaced. Default: the name of the rule.' }),
    template: z.string('template must be text').nullish().meta({ description: 'Stored, but not used.' }),
  }),
  SET_FIELD: z.looseObject({
    field: text('field').refine((path) => isWritablePath(parsePath(path)), 'field cannot be set'),
    value: z
      .unknown()
      .nonoptional('value is required')
      .meta({ description: 'A string that consists of one token is replaced by its value, which keeps its type.' }),
  }),
  CALL_WEBHOOK: z.looseObject({
    url: text('url').meta({ description: 'Tokens are replaced.' }),
    method: z
      .string('method must be text')
      .refine((method) => isWebhookMethod(method.toUpperCase()), `method must be one of ${WEBHOOK_METHODS.join(', ')}`)
      .nullish()
      .meta({ description: `One of ${WEBHOOK_METHODS.join(', ')}. Default: POST.` }),
    headers: z
      .record(z.string(), z.string(), 'headers must be an object with string values')
      .nullish()
      .meta({ description: 'Tokens in values are replaced.' }),
    body: z.unknown().optional().meta({
      description: 'Sent as JSON. Tokens in strings are replaced. Default: the data that the rule was evaluated on.',
    }),
  }),
  EMIT_EVENT: z
    .looseObject({
      eventName: text('eventName').optional(),
      event: text('event').optional().meta({ description: 'The previous name of `eventName`.' }),
      payload: z
        .unknown()
        .optional()
        .meta({ description: 'The data of the event. Tokens in strings are replaced. Default: {}.' }),
    })
    .refine((config) => config.eventName ?? config.event, { message: 'eventName is required' }),
} as const satisfies Record<string, z.ZodType>

/** Describes an action; `findActionsFault` checks it. */
const RuleAction = z
  .union(Object.entries(ACTION_CONFIGS).map(([type, config]) => describeAction(type, config)))
  .meta({ id: 'RuleAction' })

/** Stored actions, as responses contain them. */
export const StoredActions = describedAs(z.array(RuleAction).nullable())

/**
 * Validates a list of actions before it is stored, and strips unknown keys next to `type` and `config`. The issue reads `Invalid
 * actions: Action <n>: …; Action <m>: …`.
 */
export const Actions = describedAs(z.array(RuleAction))
  .superRefine((actions, issues) => {
    const fault = Array.isArray(actions) ? findActionsFault(actions) : 'Expected an array'
    if (fault) issues.addIssue({ code: 'custom', message: `Invalid actions: ${fault}` })
  })
  .transform((actions) =>
    (actions as Action[]).map(({ type, config }): Action => (config ? { type, config } : { type })),
  )
  .meta({ description: 'Performed in this order.' })

function describeAction(type: string, config: z.ZodType) {
  const isNeeded = !config.safeParse({}).success
  return z.looseObject({ type: z.enum([type]), config: isNeeded ? config : config.nullish() })
}

/** Describes the faults of a list of actions, each with its 1-based number, or returns `undefined`. */
export function findActionsFault(actions: readonly unknown[]): string | undefined {
  const tooLarge = findSizeFault(actions)
  if (tooLarge) return `There are ${tooLarge}`
  const faults = actions.flatMap((action, index) => {
    const fault = faultOf(action)
    return fault ? [`Action ${index + 1}: ${fault}`] : []
  })
  return faults.length > 0 ? faults.join('; ') : undefined
}

export function isActionType(type: unknown): type is ActionType {
  return typeof type === 'string' && Object.hasOwn(ACTION_CONFIGS, type)
}

export function isWebhookMethod(method: string): method is (typeof WEBHOOK_METHODS)[number] {
  return WEBHOOK_METHODS.some((known) => known === method)
}

function faultOf(action: unknown): string | undefined {
  if (typeof action !== 'object' || action === null || Array.isArray(action)) return 'must be an object {type, config?}'
  const { type, config } = action as { readonly type?: unknown; readonly config?: unknown }
  if (typeof type !== 'string' || type === '') return 'type is required'
  if (!isActionType(type)) return `Unknown action type ${type.slice(0, 50)}`
  if (config !== undefined && config !== null && (typeof config !== 'object' || Array.isArray(config)))
    return 'config must be an object'
  const { error } = ACTION_CONFIGS[type].safeParse(config ?? {})
  return error && `${type}: ${[...new Set(error.issues.map((issue) => issue.message))].join(', ')}`
}
