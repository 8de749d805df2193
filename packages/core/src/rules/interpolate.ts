import { type Path, parsePath, readPath } from './paths.ts'
import type { Meter } from './meter.ts'
import { isNullish, toText } from './values.ts'

/** What surrounds the data of an evaluation; `now` is given so that nothing here reads a clock. */
export interface RuleContext {
  readonly now: Date
  readonly entityType?: string | undefined
  readonly entityId?: string | undefined
  readonly eventType?: string | undefined
  readonly user?: Readonly<Record<string, unknown>> | null | undefined
  readonly tenant?: Readonly<Record<string, unknown>> | null | undefined
  readonly organization?: Readonly<Record<string, unknown>> | null | undefined
}

/** What `{{…}}` in an action can name: the context, the entity under `data`, and the rule. */
export interface ActionContext extends RuleContext {
  readonly data: unknown
  readonly ruleId: string
  readonly ruleName: string
}

/** The path inside a value that is one whole `{{path}}`, else `undefined`. */
export function tokenOf(value: unknown): Path | undefined {
  if (typeof value !== 'string' || value.length < 4 || !value.startsWith('{{') || !value.endsWith('}}'))
    return undefined
  return parsePath(value.slice(2, -2).trim())
}

/** The value of a token in a condition; entity data is out of reach there, and unknown tokens are missing. */
export function readToken(path: Path, context: RuleContext): unknown {
  return readPath(contextTokens(context), path)
}

/** Replaces each `{{path}}` of a text; tokens without a value stay as they are. */
export function interpolate(text: string, context: ActionContext, meter: Meter): string {
  if (!text.includes('{{')) return text
  const root = actionTokens(context)
  const parts = splitTemplate(text).map(({ literal, path }) => {
    const value = path && readPath(root, path)
    const part = isNullish(value) ? literal : toText(value, meter)
    meter.charge(part.length)
    return part
  })
  return parts.join('')
}

/** A value that is one whole `{{path}}` becomes what it names, type kept; anything else stays literal. */
export function resolveValue(value: unknown, context: ActionContext): unknown {
  if (typeof value !== 'string' || !WHOLE_TOKEN.test(value)) return value
  return readPath(actionTokens(context), parsePath(value.slice(2, -2).trim()))
}

/** The paths that a text interpolates. */
export function tokensIn(text: string): readonly Path[] {
  return splitTemplate(text).flatMap(({ path }) => (path ? [path] : []))
}

/** Splits by scanning: an expression for `{{[^}]+}}` would take quadratic time on a text of opening braces. */
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

function contextTokens({ now, entityType, entityId, eventType, user, tenant, organization }: RuleContext) {
  const instant = now.toISOString()
  return { today: instant.slice(0, 10), now: instant, entityType, entityId, eventType, user, tenant, organization }
}

function actionTokens(context: ActionContext) {
  const { data, ruleId, ruleName } = context
  return { ...contextTokens(context), data, ruleId, ruleName }
}

const WHOLE_TOKEN = /^\{\{[^}]+\}\}$/
