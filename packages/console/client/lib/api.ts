import { signal } from '@preact/signals'
import { config } from './config.ts'
import { noteWrite, revision } from './operations.ts'
import { showAnew } from './view.ts'

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
        if (path?.length && message) {
          found[String(path[0])] ??= message
          // Of lines, `items.3.quantity`.
          found[path.join('.')] ??= message
        }
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
  /** The `updatedAt` of the record that is written, as it was read: the write is refused if it has changed since. */
  readonly version?: string | null | undefined
  readonly signal?: AbortSignal
  /** Signs the visitor in, so a refusal has nothing to do with a login that has ended. */
  readonly isSignIn?: boolean
  /** A POST that changes nothing: what is shown need not be read again. */
  readonly isRead?: boolean
}

/** True while the server cannot be reached. */
export const isOffline = signal(false)

/** Goes on with the requests that were refused since the login had ended; null while it lasts. */
export const ended = signal<{ readonly goOn: () => void } | null>(null)

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
  const login = logins
  let response = await once(method, path, request)
  if (response.status === 401 && !request.isSignIn) {
    // Nothing that was to be sent is lost: it waits until the visitor has signed in again, unless that has happened meanwhile.
    if (login === logins && !(await renewLogin()) && login === logins) await signInAgain()
    response = await once(method, path, request)
  }
  if (!response.ok) {
    const refused = await readError(response)
    const reason = refused['code']
    // What is shown is what another person sees, and the next answers will not be.
    if (reason === 'view_ended') showAnew()
    // What was to be done waits for the dialog, and is sent again as it was.
    if (response.status === 403 && isReason(reason) && (await askAgain(reason))) return send(method, path, request)
    throw new ApiError(response.status, refused)
  }
  if (method !== 'GET' && !request.isRead) noteWrite(response.headers.get('x-om-operation'))
  return response
}

const VERSION = 'x-om-ext-optimistic-lock-expected-updated-at'

function once(method: string, path: string, request: Request): Promise<Response> {
  const { query, body, headers, version, signal } = request
  const isJson = body !== undefined && ![FormData, Blob, URLSearchParams].some((kind) => body instanceof kind)
  return reach(urlOf(path, query), {
    method,
    headers: {
      accept: 'application/json',
      ...(isJson && { 'content-type': 'application/json' }),
      ...(version && { [VERSION]: version }),
      ...headers,
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
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
    noteOffline()
    throw new ApiError(0, {})
  }
}

const [FIRST_TRY, LAST_TRY] = [1_000, 30_000]
let trying: ReturnType<typeof setTimeout> | undefined

/** Tries to reach the server again, at once when the browser says so and else after longer and longer pauses. */
function noteOffline(): void {
  isOffline.value = true
  if (trying === undefined) tryLater(FIRST_TRY)
}

function tryLater(pause: number): void {
  const ask = async () => {
    removeEventListener('online', now)
    await reach(urlOf('/auth/profile'), {}).catch(() => {})
    trying = undefined
    if (isOffline.value) tryLater(Math.min(pause * 2, LAST_TRY))
    else revision.value++
  }
  const now = () => {
    clearTimeout(trying)
    void ask()
  }
  addEventListener('online', now)
  trying = setTimeout(() => void ask(), pause)
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

let signingIn: Promise<void> | undefined
/** How often somebody has signed in on this page. */
let logins = 0

/** Waits for a sign-in, once for all requests that were refused without one. */
function signInAgain(): Promise<void> {
  signingIn ??= new Promise<void>((goOn) => {
    ended.value = { goOn }
  }).finally(() => {
    ended.value = null
    signingIn = undefined
    logins++
  })
  return signingIn
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
