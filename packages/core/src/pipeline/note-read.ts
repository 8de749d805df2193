import type { Context } from '../define/context.ts'
import { MOST_RECORDS, type Read, type ReadListener, type Route } from '../define/route.ts'
import type { RouteInput } from './input.ts'
import type { RequestInfo } from './request-info.ts'

type Members = Readonly<Record<string, unknown>>

interface Answered {
  readonly ctx: Context
  readonly request: RequestInfo
  readonly input: RouteInput
  readonly answer: unknown
}

/** Tells `onRead` what a route that declares `reads` answered. Nothing is noted of what told of no record. */
export function noteRead(onRead: ReadListener, { method, spec, path }: Route, answered: Answered): void {
  const { ctx, request, answer } = answered
  if (!spec.reads || method !== 'GET') return
  const { kind, id: idOf } = typeof spec.reads === 'string' ? { kind: spec.reads } : spec.reads
  const [query, params] = [toMembers(answered.input.query), toMembers(answered.input.params)]
  const records = idOf === undefined && isList(answer) ? answer.items.flatMap(withChildren) : [toMembers(answer)]
  const ids = idOf ? [idOf({ query, params, scope: ctx.scope })] : records.map(({ id }) => id)
  const known = new Set(ids.filter((id) => typeof id === 'string'))
  if (known.size === 0) return
  onRead(ctx, {
    resourceKind: kind,
    resourceIds: [...known].slice(0, MOST_RECORDS),
    resultCount: records.length,
    accessType: accessTypeOf(query, records.length),
    fields: fieldsOf(records),
    queryKeys: Object.keys(query).filter((name) => request.query.has(name)),
    path: `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))}`,
  })
}

function accessTypeOf({ id }: Members, count: number): Read['accessType'] {
  if (typeof id === 'string' && id !== '') return 'read:item'
  return count > 1 ? 'read:list' : 'read'
}

function fieldsOf(records: readonly Members[]): string[] {
  const fields = new Set<string>()
  for (const record of records) for (const field in record) fields.add(field)
  return [...fields]
}

const toMembers = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {})

/** Trees are lists whose items have more of them inside. */
function withChildren(record: Members): readonly Members[] {
  const { children } = record
  return Array.isArray(children) ? [record, ...(children as Members[]).flatMap(withChildren)] : [record]
}

function isList(answer: unknown): answer is { readonly items: readonly Members[] } {
  return Array.isArray(toMembers(answer)['items'])
}
