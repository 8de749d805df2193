import { bytesOf } from '../byte-cache.ts'
import { badInput } from '../errors.ts'
import { localDay } from '../define/time-zones.ts'
import { type Amounts, amountText } from './amounts.ts'
import { type Path, parsePath, readPath } from './paths.ts'
import type { Meter } from './meter.ts'
import { isNullish, toText } from './values.ts'

/** The context of an evaluation. `now` is passed in, so that the engine never reads a clock. */
export interface RuleContext {
  readonly now: Date
  /** The language of amounts in messages. Default: they are written as they are stored. */
  readonly language?: string | undefined
  /** The time zone of `{{today}}`. Default: UTC. */
  readonly timeZone?: string | undefined
  readonly entityType?: string | undefined
  readonly entityId?: string | undefined
  readonly eventType?: string | undefined
  readonly user?: Readonly<Record<string, unknown>> | null | undefined
  readonly tenant?: Readonly<Record<string, unknown>> | null | undefined
  readonly organization?: Readonly<Record<string, unknown>> | null | undefined
  /** Whether policies hide a field of the data from the person who is answered, by its name: `cost`, `items.price`. Default: none. */
  readonly isHidden?: ((field: string) => boolean) | undefined
}

/** The values that `{{…}}` in an action can refer to: the context, the entity as `data`, and the rule. */
export interface ActionContext extends RuleContext {
  readonly data: unknown
  /** What the amounts among the data are measured in. */
  readonly amounts?: Amounts | undefined
  readonly ruleId: string
  readonly ruleName: string
}

/** Returns the path if the whole value is one `{{path}}`, otherwise `undefined`. */
export function tokenOf(value: unknown): Path | undefined {
  if (typeof value !== 'string' || value.length < 4 || !value.startsWith('{{') || !value.endsWith('}}'))
    return undefined
  return parsePath(value.slice(2, -2).trim())
}

/** The value of a token in a condition. Entity data is not accessible there, and unknown tokens are missing values. */
export function readToken(path: Path, context: RuleContext): unknown {
  return readPath(contextTokens(context), path)
}

/**
 * Replaces each `{{path}}` in a text; tokens without a value remain unchanged. In a text for people, amounts are written with the
 * decimals of their currency, as in the language of the context.
 */
export function interpolate(
  text: string,
  context: ActionContext,
  { meter, isForPeople, isAnswer }: Interpolation,
): string {
  if (!text.includes('{{')) return text
  const root = actionTokens(context)
  const { language } = context
  const parts = splitTemplate(text).map(({ literal, path }) => {
    const value = path && readPath(root, path)
    const amount =
      isForPeople && language && path?.[0] === 'data' ? amountText(context, path.slice(1), language) : undefined
    const shown = amount ?? (isNullish(value) ? literal : toText(value, meter))
    const part = isAnswer && path && isHiddenIn(context, path, value) ? HIDDEN : shown
    meter.charge(part.length)
    return part
  })
  return parts.join('')
}

interface Interpolation {
  readonly meter: Meter
  readonly isForPeople: boolean
  /** Whether whoever has caused the evaluation is told the text. */
  readonly isAnswer?: boolean
}

/** What stands for the value of a hidden field, whether there is one or not. */
const HIDDEN = '…'

/** Objects and lists may contain fields that are hidden. */
function isHiddenIn({ isHidden }: ActionContext, [root, ...path]: Path, value: unknown): boolean {
  if (!isHidden || root !== 'data') return false
  const names = (path[0] === 'before' ? path.slice(1) : path).filter((name) => !/^\d+$/.test(name))
  if (names.length === 0 || (typeof value === 'object' && value !== null)) return true
  return isHidden(names[0]!) || (names.length > 1 && isHidden(`${names[0]}.${names[1]}`))
}

/** If the whole value is one `{{path}}`, returns the value at that path with its type; any other value is returned unchanged. */
export function resolveValue(value: unknown, context: ActionContext): unknown {
  if (typeof value !== 'string' || !WHOLE_TOKEN.test(value)) return value
  return readPath(actionTokens(context), parsePath(value.slice(2, -2).trim()))
}

/**
 * Replaces the tokens in all texts of a JSON value, so that what is made of it is valid JSON whatever the values are. A text that
 * is one token becomes the value with its type; tokens without a value remain unchanged, and so do property names.
 */
export function interpolateJson(value: unknown, context: ActionContext, meter: Meter): unknown {
  if (typeof value === 'string') {
    if (!WHOLE_TOKEN.test(value)) return interpolate(value, context, { meter, isForPeople: false })
    const found = resolveValue(value, context)
    if (found === undefined) return value
    meter.charge(bytesOf(found, meter.left))
    return found
  }
  if (Array.isArray(value)) return value.map((item: unknown) => interpolateJson(item, context, meter))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolateJson(item, context, meter)]))
}

/** Whether any text of a JSON value contains a token. */
export function hasToken(value: unknown): boolean {
  if (typeof value === 'string') return tokensIn(value).length > 0
  return typeof value === 'object' && value !== null && Object.values(value).some(hasToken)
}

/**
 * Replaces each `{{path}}` in an address. Behind its host, values are encoded, so that they can neither lead to another path nor add
 * parameters; throws for one in the path that means a folder. Tokens without a value remain unchanged.
 */
export function interpolateAddress(text: string, context: ActionContext, meter: Meter): string {
  const root = actionTokens(context)
  let address = ''
  for (const { literal, path } of splitTemplate(text)) {
    const value = path && readPath(root, path)
    const part = isNullish(value) ? literal : addressPart(toText(value, meter), address)
    meter.charge(part.length)
    address += part
  }
  return address
}

function addressPart(value: string, before: string): string {
  if (!BEHIND_HOST.test(before)) return value
  const isInPath = !/[?#]/.test(before)
  if (isInPath && (value === '.' || value === '..'))
    throw badInput('an address cannot contain a value that means a folder')
  return encodeURIComponent(value.toWellFormed())
}

/** As addresses are read, any number of slashes of either kind may precede the host. */
const BEHIND_HOST = /^\s*[a-z][\w+.-]*:[/\\]*[^/?#\\]+[/?#\\]/i

export function tokensIn(text: string): readonly Path[] {
  return splitTemplate(text).flatMap(({ path }) => (path ? [path] : []))
}

/** Splits by scanning: a regular expression for `{{[^}]+}}` would take quadratic time on a text of opening braces. */
function splitTemplate(text: string): { literal: string; path?: Path }[] {
  const parts: { literal: string; path?: Path }[] = []
  let from = 0
  for (let open = text.indexOf('{{'); open >= 0;) {
    const close = text.indexOf('}', open)
    if (close < 0) break
    if (close > open + 2 && text[close + 1] === '}') {
      const token = text.slice(open, close + 2)
      parts.push({ literal: text.slice(from, open) }, { literal: token, path: parsePath(token.slice(2, -2).trim()) })
      from = close + 2
    }
    open = text.indexOf('{{', close + 1)
  }
  return [...parts, { literal: text.slice(from) }]
}

function contextTokens({
  now,
  timeZone = 'UTC',
  entityType,
  entityId,
  eventType,
  user,
  tenant,
  organization,
}: RuleContext) {
  const instant = now.toISOString()
  return {
    today: localDay(now.getTime(), timeZone),
    now: instant,
    entityType,
    entityId,
    eventType,
    user,
    tenant,
    organization,
  }
}

function actionTokens(context: ActionContext) {
  const { data, ruleId, ruleName } = context
  return { ...contextTokens(context), data, ruleId, ruleName }
}

const WHOLE_TOKEN = /^\{\{[^}]+\}\}$/
