import type { TestResponse } from '@plinth/testing'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Call } from './visitor.ts'

/** What a body has to be: its members at least, in any depth; patterns and schemas for members that are not known. */
type Pattern =
  | RegExp
  | z.ZodType
  | string
  | number
  | boolean
  | null
  | readonly Pattern[]
  | { [member: string]: Pattern }

/** What a header has to be; null where there is none. Several cookies are one text, each on a line of its own. */
type HeaderPatterns = Readonly<Record<string, string | RegExp | null>>

/** What the contract states of the answer to one request. */
export interface Statement {
  readonly text: string
  readonly call: Call
  readonly status: number
  readonly body: Pattern | Exactly | undefined
  readonly headers: HeaderPatterns
}

/** The answer, in the order in which HTTP writes it. */
type Expected = readonly [status: number, body?: Pattern | Exactly, headers?: HeaderPatterns]

/**
 * A statement in words, the request, and the answer that it states: the status, the body, headers. Of an error the
 * text alone stands for `{error: text}` and nothing else.
 */
export function says(text: string, call: Call, ...expected: Expected): Statement {
  const [status, body, headers = {}] = expected
  const isError = status >= 400 && (typeof body === 'string' || body instanceof RegExp)
  return { text, call, status, body: isError ? exactly({ error: body }) : body, headers }
}

/** A body that has no other members, in any depth. */
export class Exactly {
  readonly pattern: Pattern

  constructor(pattern: Pattern) {
    this.pattern = pattern
  }
}

export const exactly = (pattern: Pattern): Exactly => new Exactly(pattern)

/** A body with members, but none of these. */
export const without = (...members: readonly string[]) =>
  z.looseObject(Object.fromEntries(members.map((member) => [member, z.never().optional()])))

export const uuid = z.uuid()
/** A time as JSON has it. */
export const time = z.iso.datetime()

/** Throws when the answer is another one. */
export async function prove({ call, status, body, headers }: Statement): Promise<void> {
  const answer = await call.answer()
  const exchange = `${call.request}, which answered ${shorten(answer.text)}`
  expect(answer.status, `status of ${exchange}`).toBe(status)
  const of = `body of ${exchange}`
  if (body instanceof Exactly) expect(answer.body, of).toEqual(toExpected(body.pattern))
  else if (body instanceof z.ZodType) expect(answer.body, of).toEqual(toExpected(body))
  else if (body !== undefined) expect({ body: answer.body }, of).toMatchObject({ body: toExpected(body) })
  for (const [name, wanted] of Object.entries(headers))
    expect(headerOf(answer, name), `header ${name} of ${call.request}`).toEqual(toExpected(wanted))
}

const headerOf = ({ headers }: TestResponse, name: string) =>
  name === 'set-cookie' ? headers.getSetCookie().join('\n') || null : headers.get(name)

const shorten = (text: string) => (text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text)

function toExpected(pattern: Pattern): unknown {
  if (pattern instanceof RegExp) return expect.stringMatching(pattern)
  if (pattern instanceof z.ZodType) return expect.schemaMatching(pattern)
  if (Array.isArray(pattern)) return pattern.map(toExpected)
  if (typeof pattern !== 'object' || pattern === null) return pattern
  return Object.fromEntries(Object.entries(pattern).map(([member, value]) => [member, toExpected(value)]))
}
