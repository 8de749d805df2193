import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from '../../host/_run-host.ts'
import { visit, type Wanted } from './honest-client.ts'
import type { HonestTenant } from './tenants.ts'

export interface LoadOptions {
  readonly hosts: readonly Host[]
  readonly tenant: HonestTenant
  /** Requests a second. Default: as many as are answered. */
  readonly rate?: number
  /** Hears of each wrong answer at once. */
  readonly onError?: (error: string) => void
}

/** An answered request: when it was begun, in milliseconds since the load began, and how long it took. */
export interface Timed {
  readonly at: number
  readonly took: number
}

/** People of one tenant who use all hosts in turn, so that each host hears of what the others have changed. */
export class Load {
  readonly answered: Timed[] = []
  readonly errors: string[] = []
  readonly began = performance.now()
  readonly #options: LoadOptions
  #turn = 0

  constructor(options: LoadOptions) {
    this.#options = options
  }

  /** Works with so many people until `isDone`; each ends what they have begun. */
  async work(people: number, isDone: (requests: number) => boolean): Promise<void> {
    const { tenant } = this.#options
    const person = async () => {
      while (!isDone(this.answered.length))
        await visit((wanted) => this.#ask(wanted), tenant).catch((error: unknown) => this.#fail(String(error)))
    }
    await Promise.all(Array.from({ length: people }, person))
  }

  async #ask(wanted: Wanted): Promise<string> {
    const { hosts, tenant, rate } = this.#options
    const { path, isMarked, ...init } = wanted
    const turn = this.#turn++
    if (rate !== undefined) await sleep(Math.max(0, this.began + (turn / rate) * 1_000 - performance.now()))
    const started = performance.now()
    const answer = await hosts[turn % hosts.length]!.call(`/api${path}`, { token: tenant.token, ...init })
    const text = await answer.text()
    this.answered.push({ at: started - this.began, took: performance.now() - started })
    if (!answer.ok || (isMarked && !text.includes(tenant.marker)))
      this.#fail(`${init.method ?? 'GET'} ${path}: ${answer.status} ${text.slice(0, 200)}`)
    return text
  }

  #fail(error: string): void {
    this.errors.push(error)
    this.#options.onError?.(error)
  }
}
