import { z } from 'zod'
import type { Context } from '../define/context.ts'
import { MOST_RECORDS, type Read, type ReadListener } from '../define/logged-reads.ts'
import { CUSTOM_PREFIX } from '../define/extensible.ts'
import type { Route } from '../define/route.ts'
import type { RouteInput } from './parse-request.ts'
import type { RequestInfo } from './request-info.ts'

type AnswerObject = Readonly<Record<string, unknown>>

interface AnsweredRead {
  readonly ctx: Context
  readonly request: RequestInfo
  readonly input: RouteInput
  readonly answer: unknown
}

/** Calls `onRead` with the records returned by a route with `reads`, unless there are none. */
export function noteRead(onRead: ReadListener, { method, spec, path }: Route, answered: AnsweredRead): void {
  const { ctx, request, answer } = answered
  if (!spec.reads || method !== 'GET') return
  const { kind, id: idOf } = typeof spec.reads === 'string' ? { kind: spec.reads } : spec.reads
  const [query, params] = [toAnswerObject(answered.input.query), toAnswerObject(answered.input.params)]
  const records = idOf === undefined && isList(answer) ? answer.items.flatMap(withChildren) : [toAnswerObject(answer)]
  const ids = idOf ? [idOf({ query, params, scope: ctx.scope })] : records.map(({ id }) => id)
  const known = new Set(ids.filter((id) => typeof id === 'string'))
  if (known.size === 0) return
  onRead(ctx, {
    resourceKind: kind,
    resourceIds: [...known].slice(0, MOST_RECORDS),
    resultCount: records.length,
    accessType: accessTypeOf(query, records.length),
    fields: fieldsOf(records),
    queryKeys: Object.keys(query).filter((name) => request.query.has(name) && isParameter(spec, name)),
    path: `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))}`,
  })
}

/** Lists of extensible entities take any parameter, because the parameters for custom fields are not declared. */
const isParameter = ({ query }: Route['spec'], name: string): boolean =>
  !(query instanceof z.ZodObject) || name in query.shape || name.startsWith(CUSTOM_PREFIX)

function accessTypeOf({ id }: AnswerObject, count: number): Read['accessType'] {
  if (typeof id === 'string' && id !== '') return 'read:item'
  return count > 1 ? 'read:list' : 'read'
}

function fieldsOf(records: readonly AnswerObject[]): string[] {
  const fields = new Set<string>()
  for (const record of records) for (const field in record) fields.add(field)
  return [...fields]
}

const toAnswerObject = (value: unknown): AnswerObject =>
  typeof value === 'object' && value !== null ? (value as AnswerObject) : {}

/** The items of a list, and items nested in them (trees). */
function withChildren(record: AnswerObject): readonly AnswerObject[] {
  const { children } = record
  return Array.isArray(children) ? [record, ...(children as AnswerObject[]).flatMap(withChildren)] : [record]
}

function isList(answer: unknown): answer is { readonly items: readonly AnswerObject[] } {
  return Array.isArray(toAnswerObject(answer)['items'])
}
