import { signal } from '@preact/signals'
import { config } from './config.ts'
import { noteWrite } from './operations.ts'

/** An answer of the API that is no success. `status` is 0 when there was no answer. */
export class ApiError extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body['error'] === 'string' ? body['error'] : `HTTP ${status}`)
    this.status = status
    this.body = body
  }

  /** What is wrong with single fields, by their names. */
  get fields(): Readonly<Record<string, string>> {
    const found: Record<string, string> = {}
    for (const list of [this.body['details'], this.body['issues']]) {
      if (!Array.isArray(list)) continue
      for (const { path, message } of list as { path?: unknown[]; message?: string }[])
        if (path?.length && message) found[String(path[0])] ??= message
    }
    for (const map of [this.body['fieldErrors'], this.body['fields']]) {
      if (typeof map !== 'object' || map === null || Array.isArray(map)) continue
      for (const [name, text] of Object.entries(map))
        found[name] ??= Array.isArray(text) ? String(text[0]) : String(text)
    }
    return found
  }
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>

export interface Request {
  readonly query?: Query
  /** Sent as JSON unless it is a form or bytes. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** A POST that changes nothing: what is shown need not be read again. */
  readonly isRead?: boolean
}

/** True while the server cannot be reached. */
export const isOffline = signal(false)
/** True once the login has ended and could not be renewed. */
export const hasEnded = signal(false)

const REASONS = ['verification_required', 'another_factor_required'] as const

/** A request that waits until the visitor has proved again who they are. */
export interface Verification {
  /** `another_factor_required`: the factor that is to be removed does not count. */
  readonly reason: (typeof REASONS)[number]
  /** Sends the request again, or gives it up. */
  readonly answer: (isVerified: boolean) => void
}

/** What a dialog asks for a fresh sign-in; null while nothing waits for one. */
export const verification = signal<Verification | null>(null)

/** The address of a route, for links and pictures. */
export function urlOf(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one))
  }
  const text = parameters.toString()
  return `${config.apiPath}${path}${text && `?${text}`}`
}

export const get = <T>(path: string, query?: Query, signal?: AbortSignal) =>
  call<T>('GET', path, { ...(query && { query }), ...(signal && { signal }) })

/** A request whose answer is JSON. A write can be undone afterwards, if the answer says so. */
export async function call<T>(method: string, path: string, request: Request = {}): Promise<T> {
  const response = await send(method, path, request)
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** A request whose answer the caller reads. Throws `ApiError` for anything but a success. */
export async function send(method: string, path: string, request: Request = {}): Promise<Response> {
  let response = await once(method, path, request)
  if (response.status === 401) {
    if (await renewLogin()) response = await once(method, path, request)
    else hasEnded.value = true
  }
  if (!response.ok) {
    const refused = await readError(response)
    const reason = refused['code']
    // What was to be done waits for the dialog, and is sent again as it was.
    if (response.status === 403 && isReason(reason) && (await askAgain(reason))) return send(method, path, request)
    throw new ApiError(response.status, refused)
  }
  if (method !== 'GET' && !request.isRead) noteWrite(response.headers.get('x-om-operation'))
  return response
}

function once(method: string, path: string, { query, body, headers = {}, signal }: Request): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Blob)
  return reach(urlOf(path, query), {
    method,
    headers: { accept: 'application/json', ...(isJson && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    ...(signal && { signal }),
  })
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init)
    isOffline.value = false
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    isOffline.value = true
    throw new ApiError(0, {})
  }
}

let renewing: Promise<boolean> | undefined

/** Exchanges the cookie of a remembered login for another access cookie, once for all requests that were refused. */
function renewLogin(): Promise<boolean> {
  const ask = async () => {
    const response = await reach(urlOf('/auth/session/refresh', { redirect: `${config.apiPath}/auth/profile` }), {})
    return response.ok && response.headers.get('content-type')?.startsWith('application/json') === true
  }
  renewing ??= ask()
    .catch(() => false)
    .finally(() => (renewing = undefined))
  return renewing
}

const isReason = (code: unknown): code is Verification['reason'] => REASONS.some((one) => one === code)

let asking: Promise<boolean> | undefined

/** Waits for a fresh sign-in, once for all requests that were refused without one. */
function askAgain(reason: Verification['reason']): Promise<boolean> {
  asking ??= new Promise<boolean>((answer) => {
    verification.value = { reason, answer }
  }).finally(() => {
    verification.value = null
    asking = undefined
  })
  return asking
}

async function readError(response: Response): Promise<Readonly<Record<string, unknown>>> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}
