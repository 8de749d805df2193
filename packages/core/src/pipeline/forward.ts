import { H3 } from 'h3'
import type { UnplacedRequest } from '../define/authenticator.ts'
import { PlatformError } from '../errors.ts'
import { wire } from '../http/wire.ts'
import type { App } from './app.ts'
import { readForm, readJson } from './input.ts'
import { readCookie } from './request-info.ts'

/** Bytes of a body that is looked into; credentials and addresses are in none that is larger. */
const MOST = 64 * 1024

/** A request as locators see it. The body is read from a copy. */
export function toUnplaced(request: Request): UnplacedRequest {
  const { pathname, searchParams } = new URL(request.url)
  const base = wire.basePaths.find((one) => one !== '' && pathname.startsWith(`${one}/`)) ?? ''
  let body: Promise<Readonly<Record<string, unknown>>> | undefined
  return {
    method: request.method,
    path: pathname.slice(base.length),
    query: searchParams,
    headers: request.headers,
    cookie: (name) => readCookie(request.headers.get('cookie'), name),
    body: () => (body ??= readBody(request)),
  }
}

async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  if (request.body === null) return {}
  const copy = request.clone()
  const isJson = /\bjson\b/i.test(copy.headers.get('content-type') ?? '')
  try {
    const members = isJson ? await readJson(copy, MOST) : await readForm(copy, MOST)
    return typeof members === 'object' && members !== null ? { ...members } : {}
  } catch (error) {
    // The platform that gets it says what is wrong with it.
    if (error instanceof PlatformError) return {}
    throw error
  }
}

/** An application that hands every request on. */
export const forwardAll = (answer: (request: Request) => Promise<Response>): App =>
  new H3({ allowMalformedURL: true }).all('/**', ({ req }) => answer(req))
