import type { Client } from '@plinth/testing'
import { expect } from 'vitest'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const BULK = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest'
export const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

export type Json = Readonly<Record<string, unknown>>

/** An answer as an identity provider reads it. */
export interface Answer {
  readonly status: number
  readonly body: Json
  readonly headers: Headers
}

export interface Request {
  readonly method: string
  /** Below `/scim/v2`, as written in documents: the values of the query are encoded here. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request as providers do, with SCIM's media type. */
export async function ask(provider: Client, { method, path, body, headers = {} }: Request): Promise<Answer> {
  const response = await provider.fetch(`/scim/v2${encoded(path)}`, {
    method,
    headers: {
      accept: 'application/scim+json',
      ...(body !== undefined && { 'content-type': 'application/scim+json; charset=utf-8' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : {}, headers: response.headers }
}

function encoded(path: string): string {
  const at = path.indexOf('?')
  if (at < 0) return path
  const pairs = path
    .slice(at + 1)
    .split('&')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=')
      return `${name}=${encodeURIComponent(rest.join('='))}`
    })
  return `${path.slice(0, at)}?${pairs.join('&')}`
}

/** One request of a walk and what is expected of it. `{name}` in texts is the id that an earlier step saved under this name. */
export interface Step {
  /** What it is and, where a text decides, which one. */
  readonly title: string
  /** Method and path. */
  readonly send: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  /** Part of the answer. */
  readonly has?: object
  /** The whole resource, in the answer or read afterwards if the answer is empty, without what the server alone determines. */
  readonly is?: object
  /** Attributes that the answer must not have. */
  readonly lacks?: readonly string[]
  /** `externalId`s (or display names) of a list, in its order. */
  readonly lists?: readonly string[]
  /** Whether the order of `lists` is part of the expectation. */
  readonly ordered?: boolean
  readonly save?: string
}

/** Walks the steps in order, and reports every step that differs. Returns the saved ids and versions. */
export async function walk(provider: Client, steps: readonly Step[]): Promise<Map<string, string>> {
  const saved = new Map<string, string>()
  const filled = <T>(value: T): T => fill(value, saved) as T
  for (const step of steps) {
    const [method = '', ...rest] = filled(step.send).split(' ')
    const path = rest.join(' ')
    const body = filled(step.body)
    const headers = filled(step.headers)
    const answer = await ask(provider, {
      method,
      path,
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    })
    const asked = `${step.title} | ${method} ${path}`
    const told = `${answer.status} ${answer.body['scimType'] ?? ''} ${answer.body['detail'] ?? ''}`
    expect.soft(answer.status, `${asked} | got ${told}`).toBe(step.status)
    if (step.save !== undefined) {
      saved.set(step.save, String(answer.body['id']))
      saved.set(`${step.save}.version`, String(answer.headers.get('etag')))
    }
    if (answer.status !== step.status) continue
    if (step.has) expect.soft(answer.body, asked).toMatchObject(filled(step.has))
    for (const name of step.lacks ?? []) expect.soft(name in answer.body, `${asked} | has ${name}`).toBe(false)
    if (step.lists) {
      const names = namesOf(answer.body)
      const [got, wanted] = step.ordered ? [names, step.lists] : [names.toSorted(), step.lists.toSorted()]
      expect.soft(got, asked).toEqual(wanted)
    }
    if (step.is) {
      const { body: resource } =
        answer.status === 204 ? await ask(provider, { method: 'GET', path: bare(path) }) : answer
      expect.soft(contentOf(resource), asked).toEqual(contentOf(filled(step.is) as Json))
    }
  }
  return saved
}

/** A value with saved ids for the names in braces, in texts at any depth; matchers of vitest stay what they are. */
function fill(value: unknown, saved: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\{([a-z][\w.]*)\}/gi, (whole, name: string) => saved.get(name) ?? whole)
  if (Array.isArray(value)) return value.map((one) => fill(one, saved))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, saved)]))
}

const bare = (path: string) => path.split('?')[0]!

export const resourcesOf = (list: Json): readonly Json[] => (list['Resources'] ?? []) as readonly Json[]

const namesOf = (list: Json) => resourcesOf(list).map((one) => String(one['externalId'] ?? one['displayName']))

/** A resource without what the server determines, members in an order. */
export function contentOf({ id: _id, meta: _meta, schemas: _schemas, groups: _groups, ...resource }: Json): Json {
  const members = resource['members'] as readonly Json[] | undefined
  if (!members) return resource
  const { members: _members, ...rest } = resource
  const values = members.map(({ value }) => String(value)).toSorted()
  return values.length === 0 ? rest : { ...rest, members: values }
}

export const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations })
