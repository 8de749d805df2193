import type { Route } from '@plinth/core'
import fc from 'fast-check'
import { z } from 'zod'
import { valuesOf } from './arbitraries.ts'
import { brokenBody, hostileText, hostileValue } from './hostile.ts'
import type { WireRequest } from './route-request.ts'

/** Generates requests for a route: valid ones, and ones that are malformed in every way we know. */
export function requestsFor(route: Route): fc.Arbitrary<WireRequest> {
  return fc
    .record({ path: paths(route), query: queries(route), headers, body: bodies(route) })
    .map(({ path, query, headers, body }) => {
      const sent = route.method === 'GET' ? undefined : body?.content
      const type: Record<string, string> = sent === undefined || !body ? {} : { 'content-type': body.type }
      return { method: route.method, path: path + query, headers: { ...type, ...headers }, body: sent }
    })
}

function paths({ path, spec }: Route): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const known = spec.params instanceof z.ZodObject ? (spec.params.shape as Record<string, z.ZodType>) : {}
  const valid = (name: string) => {
    const schema = known[name]
    return schema ? valuesOf(schema).map((value) => encode(String(value))) : fc.uuid()
  }
  const broken = fc.constantFrom(
    '%00',
    '%zz',
    '%ff%fe',
    '..%2f..%2fetc',
    '%E0%A4%A',
    '%2e%2e',
    '~',
    "'",
    'a'.repeat(3_000),
  )
  const values = names.map((name) =>
    fc.oneof({ arbitrary: valid(name), weight: 4 }, { arbitrary: hostileText.map(encode), weight: 1 }, broken),
  )
  return fc.tuple(...values).map((chosen) => {
    let index = 0
    return path.replace(/\{\w+\}/g, () => chosen[index++] || '%20')
  })
}

function queries({ spec }: Route): fc.Arbitrary<string> {
  const shape = spec.query instanceof z.ZodObject ? (spec.query.shape as Record<string, z.ZodType>) : {}
  const names = fc.constantFrom(...Object.keys(shape), 'page', 'tenantId', '__proto__', 'constructor', 'id', 'a[]')
  const texts = fc.oneof(hostileText, fc.uuid(), fc.integer().map(String))
  const pair = fc.tuple(names, texts).map(([name, value]) => `${encode(name)}=${encode(value)}`)
  const broken = fc.constantFrom('%', '%zz=%zz', '=', '&&&', '%ff%fe=%c3%28', 'a=%00', '?', `q=${'a'.repeat(5_000)}`)
  const wild = fc.array(fc.oneof({ arbitrary: pair, weight: 4 }, broken), { minLength: 1, maxLength: 5 })
  const repeated = pair.map((text) => [text, text, text])
  const valid = spec.query ? valuesOf(spec.query).map(toPairs) : fc.constant([])
  return fc
    .oneof({ arbitrary: valid, weight: 3 }, { arbitrary: wild, weight: 2 }, repeated, fc.constant([]))
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''))
}

function toPairs(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    [member].flat().map((one) => `${encode(name)}=${encode(typeof one === 'string' ? one : JSON.stringify(one))}`),
  )
}

interface Content {
  readonly type: string
  readonly content: WireRequest['body']
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const types = fc.constantFrom(
  JSON_TYPE,
  FORM_TYPE,
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  '*/*',
  ';;;',
)

function bodies({ spec }: Route): fc.Arbitrary<Content | undefined> {
  const isForm = spec.http?.bodyType === 'form'
  const type = isForm ? FORM_TYPE : JSON_TYPE
  const spell = (value: unknown): WireRequest['body'] => (isForm ? toPairs(value).join('&') : JSON.stringify(value))
  const valid = valuesOf(spec.body ?? z.unknown())
  const broken = fc.record({ type: fc.oneof(fc.constant(type), types), content: brokenBody })
  return fc.oneof(
    { arbitrary: valid.map((value) => ({ type, content: spell(value) })), weight: 3 },
    { arbitrary: mutated(valid).map((value) => ({ type, content: spell(value) })), weight: 5 },
    { arbitrary: broken, weight: 2 },
    fc.record({ type: types, content: valid.map(spell) }),
    fc.constant(undefined),
  )
}

/** Valid values with one property replaced, added or removed. */
function mutated(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const extra = fc.constantFrom(
    'id',
    'tenantId',
    'organizationId',
    'isSuperAdmin',
    '__proto__',
    'constructor',
    '',
    'a.b',
  )
  return fc
    .tuple(valid, hostileValue, fc.nat(), fc.constantFrom('replace', 'add', 'remove', 'all'), extra)
    .map(([value, hostile, index, how, name]) => {
      if (how === 'all' || typeof value !== 'object' || value === null) return hostile
      const copy: Record<string, unknown> = { ...value }
      const keys = Object.keys(copy)
      const chosen = how === 'add' || keys.length === 0 ? name : (keys[index % keys.length] ?? name)
      if (how === 'remove') delete copy[chosen]
      else Object.defineProperty(copy, chosen, { value: hostile, enumerable: true, configurable: true })
      return copy
    })
}

const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { authorization: 'Bearer' },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' },
  { authorization: `Bearer ${'a'.repeat(8_000)}` },
  { authorization: 'Basic OjpbXQ==' },
  { cookie: 'auth_token=%; session_token=%zz; locale=xx; om_selected_tenant="; om_selected_org=__all__' },
  { cookie: ';;;=;a=b;a=c;__proto__=1' },
  { cookie: `auth_token=${'.'.repeat(4_000)}` },
  { 'x-api-key': 'omk_unknown' },
  { 'x-request-id': 'a b<script>' },
  { 'x-request-id': 'a'.repeat(4_000) },
  { 'accept-language': 'de;q=9,*;q=-1,;;,xx-yy-zz;q=abc' },
  { 'x-forwarded-for': '999.1.1.1, ::1, unknown', forwarded: 'for="_x"' },
  { host: 'evil.example', origin: 'null', 'x-forwarded-host': 'evil.example' },
  { 'content-length': '99999999999' },
  { 'content-length': '-1' },
  { 'content-encoding': 'gzip' },
  { 'transfer-encoding': 'chunked' },
  { 'x-http-method-override': 'DELETE' },
  { accept: 'image/png', range: 'bytes=0-', 'if-none-match': '*' },
]

const headers: fc.Arbitrary<Readonly<Record<string, string>>> = fc.oneof(
  { arbitrary: fc.constant({}), weight: 6 },
  { arbitrary: fc.constantFrom(...oddHeaders), weight: 2 },
  fc.record({ 'x-custom': fc.string({ maxLength: 50 }).filter((text) => /^[\x20-\x7e]*$/.test(text)) }),
)

/** Percent-encoding that also accepts unpaired surrogates. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
