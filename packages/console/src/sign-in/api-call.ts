import { assertBodySize, type H3Event } from 'h3'
import { randomUUID } from 'node:crypto'
import type { ConsolePlatform } from '../console-platform.ts'
import { localeOf as localeOfHeaders } from '../locale.ts'
import { pageHeaders, scriptedPageHeaders } from './layout.ts'

/** An API request made for a page. */
interface Call {
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly form?: URLSearchParams
  readonly json?: object
  /** Cookies that the browser is about to get. */
  readonly cookie?: string
}

/**
 * Headers passed on from the browser. Without the last two, the API could not tell which site submitted a form (decision: CSRF).
 */
const PASSED = ['cookie', 'accept-language', 'x-forwarded-for', 'user-agent', 'sec-fetch-site', 'origin']

/** Calls the API on behalf of the browser, with its cookies and IP address. */
export async function call(
  platform: ConsolePlatform,
  event: H3Event,
  { path, method = 'POST', form, json, cookie }: Call,
): Promise<Response> {
  const headers = new Headers({ 'x-request-id': requestIdOf(event) })
  for (const name of PASSED) {
    const value = event.req.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (cookie) headers.set('cookie', [cookie, headers.get('cookie')].filter(Boolean).join('; '))
  if (form) headers.set('content-type', 'application/x-www-form-urlencoded')
  if (json) headers.set('content-type', 'application/json')
  const body = form?.toString() ?? (json && JSON.stringify(json))
  const request = new Request(new URL(`/api${path}`, event.url), {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  return platform.fetch(Object.defineProperty(request, 'ip', { value: event.req.ip }))
}

const MAX_FORM = 20_000

/**
 * The fields of a submitted form. Throws 413 if it is too long to be from one of these pages, whether or not it declares its
 * length.
 */
export async function readForm(event: H3Event): Promise<URLSearchParams> {
  assertBodySize(event, MAX_FORM)
  return new URLSearchParams(await event.req.text())
}

/** The id under which a host logs the request of the page, so that requests made for the page are logged under the same id. */
const requestIdOf = ({ context }: H3Event) => (context as { requestId?: string }).requestId ?? randomUUID()

/** The language of the visitor's browser, or the one they have chosen. */
export const localeOf = (event: H3Event): string => localeOfHeaders(event.req.headers)

/** Responds with a page and the cookies set by the API. */
export function html(body: string, status = 200, answer?: Response): Response {
  return new Response(body, { status, headers: withCookies(pageHeaders, answer) })
}

/** Like `html`, but for a page with a script. */
export function scriptedHtml(body: string, status = 200, answer?: Response): Response {
  return new Response(body, { status, headers: withCookies(scriptedPageHeaders, answer) })
}

/** Redirects the browser, with the cookies set by the API. */
export function redirect(location: string, answer?: Response): Response {
  return new Response(null, { status: 302, headers: withCookies({ location }, answer) })
}

function withCookies(base: Readonly<Record<string, string>>, answer: Response | undefined): Headers {
  const headers = new Headers(base)
  for (const cookie of answer?.headers.getSetCookie() ?? []) headers.append('set-cookie', cookie)
  return headers
}
