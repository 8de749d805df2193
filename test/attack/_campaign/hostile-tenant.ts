import type { Route } from '@plinth/core'
import { fromOperationHeader } from '@plinth/core/http'
import { toCurl, type WireRequest } from '../../../packages/testing/src/route-request.ts'
import { type HostileRequest, type HostileRequests, hostileRequests } from './hostile-request.ts'
import { BrokenOff, type Received, send } from './send.ts'
import { type Account, Aim, type Targets } from './targets.ts'

/** What the hostile process is told. */
export interface Order {
  readonly targets: Targets
  readonly seed: number
  readonly from: number
  readonly requests: number
  /** Requests that are under way at the same time. */
  readonly lanes: number
}

/** What it has done, heard, and found. */
export interface HostileReport {
  readonly sent: number
  readonly answers: Readonly<Record<string, number>>
  /** Requests by kind, whatever came of them. */
  readonly sentByKind: Readonly<Record<string, number>>
  /** Answers of 200 to 299 by kind of request. */
  readonly accepted: Readonly<Record<string, number>>
  /** Time that requests of each kind took, together. */
  readonly milliseconds: Readonly<Record<string, number>>
  readonly bytes: number
  readonly faults: readonly string[]
  /** Entries of the action log that answers named, and logs of executed rules. */
  readonly entryIds: readonly string[]
  readonly executionIds: readonly string[]
  /** Of every answer: each has to have its line in the host's log. */
  readonly requestIds: readonly string[]
}

interface Sent {
  readonly kind: string
  readonly index: number
  readonly wire: WireRequest
}

/** Requests that change or end the caller's own sign-in are sent by the victim. */
const CREDENTIALS = [
  '/auth/logout',
  '/auth/profile',
  '/auth/session/refresh',
  '/auth/sessions',
  '/auth/factors',
  '/auth/reset',
  '/sso/logout',
]
/** Requests that change how everybody of a tenant signs in are sent by the founder of another one. */
const POLICIES = '/auth/policies'
/** What the published contract answers with 500: a model that cannot be understood. */
const MODEL_FAILED = 'Routing request failed'
const LOGIN_PAUSE = 13_000
/** Requests between two lines that tell how far a long attack is. */
const PROGRESS = 2_500

/** Sends the requests of a seed and looks at every byte that comes back. */
export class Attack {
  readonly #order: Order
  readonly #requestAt: HostileRequests
  readonly #aim: Aim
  readonly #markers: readonly Buffer[]
  readonly #report = {
    sent: 0,
    sentByKind: {} as Record<string, number>,
    answers: {} as Record<string, number>,
    accepted: {} as Record<string, number>,
    milliseconds: {} as Record<string, number>,
    bytes: 0,
    faults: [] as string[],
    entryIds: [] as string[],
    executionIds: [] as string[],
    requestIds: [] as string[],
  }
  readonly #founder: Login
  readonly #victim: Login
  readonly #policyMaker: Login

  constructor(order: Order, routes: readonly Route[]) {
    this.#order = order
    this.#requestAt = hostileRequests(routes, order.seed)
    this.#aim = new Aim(order.targets)
    this.#markers = order.targets.markers.map((text) => Buffer.from(text))
    const { url, founder, victim, policyMaker } = order.targets
    this.#founder = new Login(url, founder)
    this.#victim = new Login(url, victim)
    this.#policyMaker = new Login(url, policyMaker)
  }

  async run(): Promise<HostileReport> {
    const { from, requests, lanes } = this.#order
    let next = from
    const lane = async () => {
      while (this.#report.sent < requests) await this.#attack(next++)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return this.#report
  }

  async #attack(index: number): Promise<void> {
    const request = this.#requestAt(index)
    const login = this.#loginFor(request)
    const token = await login.token()
    const wire = await this.#toWire(request, token)
    const one = async () => {
      if (++this.#report.sent % PROGRESS === 0) this.#tell()
      this.#report.sentByKind[request.kind] = (this.#report.sentByKind[request.kind] ?? 0) + 1
      const began = performance.now()
      try {
        const received = await send(this.#order.targets.url, wire, request.manner)
        if (received) this.#look({ kind: request.kind, index, wire }, received)
        else this.#count('broken off')
        if (received?.status === 401 && (request.as === 'token' || request.as === 'cookie')) await login.doubt(token)
      } catch (error) {
        if (error instanceof BrokenOff && (await this.#isRefused(wire))) this.#count('broken off by lost rights')
        else this.#blame(index, wire, `no answer: ${String(error)}`)
      } finally {
        this.#report.milliseconds[request.kind] =
          (this.#report.milliseconds[request.kind] ?? 0) + performance.now() - began
      }
    }
    await Promise.all(Array.from({ length: request.copies }, one))
  }

  #look({ kind, index, wire }: Sent, { status, headers, bytes, body }: Received): void {
    this.#count(String(status))
    this.#report.bytes += bytes.length
    const id = headers['x-request-id']
    if (typeof id === 'string') this.#report.requestIds.push(id)
    if ((status === 500 || status === 502) && !body.includes(MODEL_FAILED))
      this.#blame(index, wire, `answered ${status} ${body.toString().slice(0, 300)}`)
    for (const marker of this.#markers)
      if (bytes.includes(marker)) this.#blame(index, wire, `read ${status} ${excerpt(bytes, marker)}`)
    if (status < 200 || status > 299) return
    this.#report.accepted[kind] = (this.#report.accepted[kind] ?? 0) + 1
    this.#learn(headers, body)
  }

  #learn(headers: Received['headers'], body: Buffer): void {
    const operation = fromOperationHeader((headers['x-om-operation'] as string | undefined) ?? null)
    if (operation) {
      this.#report.entryIds.push(operation.id)
      this.#aim.learnToken(operation.undoToken)
      if (operation.resourceId) this.#aim.learn(operation.resourceId)
    }
    if (!body.includes('"logIds"')) return
    const { logIds = [] } = JSON.parse(body.toString()) as { logIds?: string[] }
    // One row holds the logs of an execution, under the id of the first.
    this.#report.executionIds.push(...logIds.slice(0, 1))
  }

  #loginFor({ wire }: HostileRequest): Login {
    if (wire.path.startsWith(`/api${POLICIES}`)) return this.#policyMaker
    return CREDENTIALS.some((start) => wire.path.startsWith(`/api${start}`)) ? this.#victim : this.#founder
  }

  async #toWire({ wire, as, aim }: HostileRequest, token: string): Promise<WireRequest> {
    const { targets } = this.#order
    const path = this.#aim.at(wire.path, aim)
    const body = typeof wire.body === 'string' ? this.#aim.at(wire.body, aim) : wire.body
    const cookie = wire.headers['cookie'] && this.#aim.at(wire.headers['cookie'], aim)
    const credentials: Readonly<Record<string, string>> = {
      token: { authorization: `Bearer ${token}` },
      cookie: { cookie: `auth_token=${token}; ${cookie ?? ''}`, origin: targets.url },
      key: { 'x-api-key': targets.key },
      nobody: {},
      forged: { authorization: `Bearer ${token.slice(0, -4)}AAAA` },
    }[as]
    return { ...wire, path, body, headers: { ...wire.headers, ...(cookie && { cookie }), ...credentials } }
  }

  /** Whether the request may not be made any more: an export ends when its caller's session or rights do. */
  async #isRefused(wire: WireRequest): Promise<boolean> {
    const again = await send(this.#order.targets.url, wire, 'at once').catch(() => null)
    return again !== null && [401, 403].includes(again.status)
  }

  #count(answer: string): void {
    this.#report.answers[answer] = (this.#report.answers[answer] ?? 0) + 1
  }

  #blame(index: number, wire: WireRequest, what: string): void {
    this.#count('fault')
    if (this.#report.faults.length >= 50) return
    const fault = `request ${index} of seed ${this.#order.seed} ${what}\n  ${toCurl(wire)}`
    this.#report.faults.push(fault)
    // At once: whoever ends a long attack has not lost what it found.
    console.error(new Date().toISOString(), fault.slice(0, 2_000))
  }

  #tell(): void {
    const { sent, answers, bytes } = this.#report
    console.error(new Date().toISOString(), `${sent} of ${this.#order.requests} sent,`, { bytes, ...answers })
  }
}

/** An account that logs in again when its session has ended, as often as the limits of logins allow. */
class Login {
  readonly #url: string
  readonly #account: Account
  #token = ''
  #hasEnded = true
  #nextAttempt = -Infinity
  #pending: Promise<void> | undefined

  constructor(url: string, account: Account) {
    this.#url = url
    this.#account = account
  }

  /** Says that a request with `token` was refused, for whatever reason: asks whether the session has ended. */
  async doubt(token: string): Promise<void> {
    if (token !== this.#token || this.#hasEnded) return
    const { status } = await this.#fetch('/api/auth/profile', { headers: { authorization: `Bearer ${token}` } })
    if (status === 401 && token === this.#token) this.#hasEnded = true
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const url = this.#url + path
    // The host may close an idle connection at the moment at which it is used again.
    return fetch(url, init).catch(() => fetch(url, init))
  }

  async token(): Promise<string> {
    if (this.#hasEnded) await (this.#pending ??= this.#logIn().finally(() => (this.#pending = undefined)))
    return this.#token
  }

  async #logIn(): Promise<void> {
    if (performance.now() < this.#nextAttempt) return
    this.#nextAttempt = performance.now() + LOGIN_PAUSE
    const { email, password } = this.#account
    const body = new URLSearchParams({ email, password })
    const answer = await this.#fetch('/api/auth/login', { method: 'POST', body })
    const { token } = (await answer.json()) as { token?: string }
    if (token === undefined) return
    this.#token = token
    this.#hasEnded = false
  }
}

function excerpt(bytes: Buffer, marker: Buffer): string {
  const at = bytes.indexOf(marker)
  return bytes.subarray(Math.max(0, at - 100), at + 100).toString()
}
