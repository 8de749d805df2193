import type { Route } from '@plinth/core'
import { wire } from '@plinth/core/http'
import { documentedStatuses } from '@plinth/core/internal'
import { z } from 'zod'
import type { TestResponse } from './client.ts'

/**
 * Checks an answer against what its route declares: status, headers and body. Empty if everything is right. A command that ran
 * another command which cannot be undone needs no undo token, provided its log entry says so.
 */
export function problemsOf(route: Route, answer: TestResponse, { isIrreversible = false } = {}): string[] {
  const { status } = answer
  if (status >= 500) return [`answers ${status}: ${answer.text.slice(0, 300)}`]
  const documented = documentedStatuses(route)
  return [
    ...(documented.includes(status) ? [] : [`answers ${status}, but documents only ${documented.join(', ')}`]),
    ...headerProblems(route, answer),
    ...(isIrreversible ? [] : operationProblems(route, answer)),
    ...(status >= 400 ? errorProblems(route, answer) : bodyProblems(route, answer)),
  ]
}

const JSON_TYPE = /^application\/json; charset=utf-8$/

function headerProblems({ spec }: Route, { status, headers }: TestResponse): string[] {
  const problems: string[] = []
  const type = headers.get('content-type') ?? ''
  // Other protocols have a media type of their own.
  const own = spec.http?.contentType?.endsWith('+json') ? spec.http.contentType : undefined
  const isJson = status >= 400 || (status < 300 && status !== 204 && (own !== undefined || !spec.http?.contentType))
  const isRight = own === undefined ? JSON_TYPE.test(type) : type === own
  if (isJson && !isRight) problems.push(`answers ${status} with the content type '${type}'`)
  if (!headers.get(wire.requestIdHeader)) problems.push(`answers without ${wire.requestIdHeader}`)
  if (headers.get('x-content-type-options') !== 'nosniff') problems.push('lets the content type be sniffed')
  if (status === 302 && !headers.get('location')) problems.push('redirects nowhere')
  if (status === 429 && !headers.get('retry-after')) problems.push('answers 429 without retry-after')
  return problems
}

function operationProblems({ command }: Route, { status, operation }: TestResponse): string[] {
  const isReversible = command?.isUndoable === true && status < 300
  return isReversible && operation === null ? [`answers without ${wire.operationHeader}`] : []
}

/** Text that must never appear in an error message: source code, stack locations, SQL. */
const INTERNALS =
  /\bat \S+ \(|node_modules|\.ts:\d+|\bselect\b.+\bfrom\b|\bupdate ["\w.]+ set\b|\b(insert into|delete from)\b.+\b(values|select|where)\b/i

function errorProblems({ spec }: Route, { status, body, text }: TestResponse): string[] {
  const problems: string[] = []
  // Other protocols have errors of their own.
  const { okInErrors, errorFormat } = spec.http ?? {}
  const own = errorFormat?.toBody && errorFormat.schemas[status]
  const isError = own
    ? own.safeParse(body).success
    : typeof body === 'object' && body !== null && typeof body.error === 'string' && body.error !== ''
  if (!isError) problems.push(`answers ${status} without ${own ? 'its error' : '{error}'}: ${text.slice(0, 300)}`)
  if (okInErrors && status !== 429 && body?.ok !== false) problems.push(`answers ${status} without ok: false`)
  if (INTERNALS.test(text)) problems.push(`answers ${status} with internals: ${text.slice(0, 300)}`)
  return problems
}

function bodyProblems(route: Route, { status, body, text }: TestResponse): string[] {
  if (status === 204 || status === 302) return text === '' ? [] : [`answers ${status} with a body`]
  if (route.spec.http?.contentType?.endsWith('+json') === false) return []
  const { error } = validatorOf(route).safeParse(withoutCustomValues(body))
  if (!error) return []
  const issues = error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
  return [`answers ${status} with a body that its schema refuses: ${issues.slice(0, 5).join('; ')}`]
}

/** Custom fields are not part of any route's schema. */
function withoutCustomValues(body: TestResponse['body']): unknown {
  if (!Array.isArray(body?.items)) return body
  const isCustom = (name: string) => name.startsWith('cf_') || name === 'customValues' || name === 'customFields'
  const strip = (item: unknown) =>
    typeof item === 'object' && item !== null && Object.keys(item).some((name) => name.startsWith('cf_'))
      ? Object.fromEntries(Object.entries(item).filter(([name]) => !isCustom(name)))
      : item
  return { ...body, items: body.items.map(strip) }
}

const validators = new WeakMap<Route, z.ZodType>()

/** The response validated against the published JSON schema, which allows only the properties that it lists. */
function validatorOf(route: Route): z.ZodType {
  const known = validators.get(route)
  if (known) return known
  const published = z.toJSONSchema(route.spec.response, { io: 'output', unrepresentable: 'any' })
  const validator = z.fromJSONSchema(published as Parameters<typeof z.fromJSONSchema>[0])
  validators.set(route, validator)
  return validator
}
