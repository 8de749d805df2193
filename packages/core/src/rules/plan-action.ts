import { badInput, PlatformError } from '../errors.ts'
import { type Action, type ActionType, isActionType, isWebhookMethod, LOG_LEVELS } from './actions.ts'
import type { Effect } from './action-effects.ts'
import { type ActionContext, interpolate, interpolateAddress, interpolateJson, resolveValue } from './interpolate.ts'
import type { Meter } from './meter.ts'
import { isWritablePath, parsePath } from './paths.ts'

/** A planned action: its effect, or why there is none. */
export interface PlannedAction {
  readonly type: string
  readonly success: boolean
  readonly error?: string
  readonly effect?: Effect
}

/**
 * Computes the effect of one action. Never throws: a faulty action is reported. An action that blocks a transition blocks it even
 * if its message cannot be rendered.
 */
export function planAction(action: Action, context: ActionContext, meter: Meter): PlannedAction {
  const type = String(action.type)
  try {
    meter.charge(ACTION_COST)
    if (!isActionType(type)) throw badInput(`Unknown action type: ${type}`)
    return { type, success: true, effect: PLANNERS[type](configOf(action, context, meter)) }
  } catch (error) {
    const fault = { type, success: false, error: error instanceof PlatformError ? error.message : 'Action failed' }
    return type === 'BLOCK_TRANSITION' ? { ...fault, effect: blocked() } : fault
  }
}

/** A config as the planners read it: raw values, or text with its tokens replaced. */
interface ActionConfig {
  raw(key: string): unknown
  value(key: string): unknown
  /** A JSON value with the tokens in its texts replaced. */
  json(key: string): unknown
  text(key: string): string | undefined
  required(key: string): string
  /** Those that are told to whoever has caused the evaluation. */
  answer(key: string): string | undefined
  requiredAnswer(key: string): string
  /** A required address, in which values are encoded. */
  address(key: string): string
}

function configOf({ config }: Action, context: ActionContext, meter: Meter): ActionConfig {
  const raw = (key: string): unknown => (config && Object.hasOwn(config, key) ? config[key] : undefined)
  const filled = (key: string, replace: (text: string) => string): string | undefined => {
    const value = raw(key)
    if (typeof value !== 'string' || value.trim() === '') return undefined
    const made = replace(value)
    // Texts are returned and logged, which costs more than reading them.
    meter.charge(TEXT_COST * made.length)
    return made
  }
  const forPeople = (text: string) => interpolate(text, context, { meter, isForPeople: true })
  const forCaller = (text: string) => interpolate(text, context, { meter, isForPeople: true, isAnswer: true })
  const required = (key: string, replace: (text: string) => string): string => {
    const value = filled(key, replace)
    if (value === undefined) throw badInput(`${key} is required`)
    return value
  }
  return {
    raw,
    text: (key) => filled(key, forPeople),
    answer: (key) => filled(key, forCaller),
    requiredAnswer: (key) => required(key, forCaller),
    value: (key) => resolveValue(raw(key), context),
    json: (key) => interpolateJson(raw(key), context, meter),
    required: (key) => required(key, forPeople),
    address: (key) => required(key, (text) => interpolateAddress(text, context, meter)),
  }
}

const PLANNERS: Readonly<Record<ActionType, (config: ActionConfig) => Effect>> = {
  ALLOW_TRANSITION: (config) => ({
    kind: 'decision',
    allowed: true,
    message: config.answer('message') ?? 'Transition allowed',
  }),
  BLOCK_TRANSITION: (config) => blocked(config.answer('message')),
  LOG: (config) => ({ kind: 'log', level: levelOf(config.raw('level')), message: config.required('message') }),
  SHOW_ERROR: (config) => ({ kind: 'message', severity: 'error', message: config.requiredAnswer('message') }),
  SHOW_WARNING: (config) => ({ kind: 'message', severity: 'warning', message: config.requiredAnswer('message') }),
  SHOW_INFO: (config) => ({ kind: 'message', severity: 'info', message: config.requiredAnswer('message') }),
  NOTIFY: (config) => {
    const recipients = config.raw('recipients')
    if (!Array.isArray(recipients) || recipients.length === 0) throw badInput('recipients must be a list with members')
    return {
      kind: 'notification',
      recipients: recipients.map(String),
      subject: config.text('subject'),
      message: config.required('message'),
      template: typeof config.raw('template') === 'string' ? String(config.raw('template')) : undefined,
    }
  },
  SET_FIELD: (config) => {
    const field = config.raw('field')
    if (typeof field !== 'string' || field.trim() === '') throw badInput('field is required')
    if (!isWritablePath(parsePath(field))) throw badInput(`field cannot be set: ${field}`)
    return { kind: 'assignment', field, value: config.value('value') }
  },
  CALL_WEBHOOK: (config) => {
    const method = String(config.raw('method') ?? 'POST').toUpperCase()
    if (!isWebhookMethod(method)) throw badInput(`method is not supported: ${method}`)
    const headers = textsOf(config.json('headers'))
    return { kind: 'webhook', url: config.address('url'), method, headers, body: config.json('body') }
  },
  EMIT_EVENT: (config) => {
    const event = config.raw('eventName') ?? config.raw('event')
    if (typeof event !== 'string' || event.trim() === '') throw badInput('eventName is required')
    return { kind: 'event', event, payload: config.json('payload') }
  },
}

const blocked = (message = 'Transition blocked'): Effect => ({ kind: 'decision', allowed: false, message })

function levelOf(level: unknown): (typeof LOG_LEVELS)[number] {
  return LOG_LEVELS.find((known) => known === level) ?? 'info'
}

function textsOf(headers: unknown): Readonly<Record<string, string>> {
  const entries = typeof headers === 'object' && headers !== null ? Object.entries(headers) : []
  const sendable = entries.filter(([, value]) => isTextual(value))
  return Object.fromEntries(sendable.map(([name, value]) => [name, String(value)]))
}

/** Tokens keep the types of their values, so a header can be made of a number. */
const isTextual = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

const ACTION_COST = 100
const TEXT_COST = 10
