import { setTimeout as sleep } from 'node:timers/promises'
import type { ProductHost } from './_product.ts'

/** A write that was answered, and with what it is undone. */
export interface Written {
  readonly version: string
  readonly what: string
  readonly undoToken: string
}

/** Clients that write and read on all hosts in turn, each in the words of its version, until they are stopped. */
export class Load {
  readonly hosts = new Set<ProductHost>()
  /** By version, method and status. */
  readonly answers: Record<string, number> = {}
  readonly failures: string[] = []
  /** Writes that were not undone at once, the oldest first. */
  readonly written: Written[] = []
  readonly #token: string
  readonly #over = new AbortController()
  readonly #running: Promise<unknown>
  #turn = 0

  constructor({ token, clients, hosts }: { token: string; clients: number; hosts: readonly ProductHost[] }) {
    this.#token = token
    for (const host of hosts) this.hosts.add(host)
    this.#running = Promise.all(Array.from({ length: clients }, (_, number) => this.#work(number)))
  }

  async stop(): Promise<void> {
    this.#over.abort()
    await this.#running
  }

  async #work(number: number): Promise<void> {
    for (let round = 0; !this.#over.signal.aborted; round++) {
      const name = `Customer ${number} ${round} ${crypto.randomUUID()}`
      const street = `Street ${round}`
      const own: Written[] = []
      const id = await this.#create(this.#next(), { name, street, price: round }, own)
      if (id !== undefined) {
        await this.#update(this.#next(), { id, name: `${name} again`, price: round + 1 }, own)
        await this.#list(this.#next(), name)
        if (round % 3 === 0) await this.#undoLast(this.#next(), own)
        if (round % 5 === 4) await this.#delete(this.#next(), id, own)
      }
      this.written.push(...own)
      await sleep(20 + ((number * 7 + round * 3) % 30))
    }
  }

  #next(): ProductHost {
    const all = [...this.hosts]
    return all[this.#turn++ % all.length]!
  }

  async #create(
    host: ProductHost,
    { name, street, price }: { name: string; street: string; price: number },
    own: Written[],
  ) {
    const isOld = host.version === 'v1'
    const json = isOld ? { name, street, price } : { title: name, price: price + 0.25 }
    const { id } = (await this.#write(host, { method: 'POST', path: '/customers', json }, own)) ?? {}
    if (id === undefined || isOld) return id
    // A host of the new version knows the address of the customer by this.
    await this.#write(host, { method: 'POST', path: '/addresses', json: { customer: id, street } }, own)
    return id
  }

  async #update(host: ProductHost, { id, name, price }: { id: string; name: string; price: number }, own: Written[]) {
    const json = host.version === 'v1' ? { id, name, price, city: 'Rome' } : { id, title: name, price: price + 0.5 }
    await this.#write(host, { method: 'PUT', path: '/customers', json }, own)
  }

  async #list(host: ProductHost, name: string) {
    const answer = await this.#call(host, { method: 'GET', path: `/customers?search=${encodeURIComponent(name)}` })
    const { items = [] } = ((await answer?.json()) ?? {}) as { items?: readonly Record<string, unknown>[] }
    const [row] = items
    const found = String(row?.['name'] ?? row?.['title'])
    if (!found.startsWith(name)) this.failures.push(`${host.version} GET: ${JSON.stringify(items)} for ${name}`)
    if (host.version === 'v1' && typeof row?.['street'] !== 'string')
      this.failures.push(`${host.version} GET: no street in ${JSON.stringify(row)}`)
  }

  /** Undoes the last write, which may have been made by the other version. */
  async #undoLast(host: ProductHost, own: Written[]) {
    const last = own.pop()!
    const result = await this.undo(host, last)
    if (result !== '200') this.failures.push(`${host.version} undoes ${last.what} of ${last.version}: ${result}`)
  }

  async #delete(host: ProductHost, id: string, own: Written[]) {
    await this.#write(host, { method: 'DELETE', path: `/customers?id=${id}` }, own)
  }

  /** The status of an undo, and the reason of a refusal. */
  async undo(host: ProductHost, { undoToken }: Written): Promise<string> {
    const answer = await this.#call(host, {
      method: 'POST',
      path: '/audit_logs/audit-logs/actions/undo',
      json: { undoToken },
      allows: [400],
    })
    if (answer?.status === 200) return '200'
    const { error } = ((await answer?.json()) ?? {}) as { error?: string }
    return `${answer?.status} ${error}`
  }

  async #write(host: ProductHost, sent: Sent, own: Written[]): Promise<{ id: string } | undefined> {
    const { method, path } = sent
    const answer = await this.#call(host, sent)
    if (!answer?.ok) return undefined
    const operation = decodeURIComponent(answer.headers.get('x-om-operation') ?? '')
    const undoToken = /"undoToken":"([^"]+)"/.exec(operation)?.[1]
    if (undoToken === undefined) this.failures.push(`${host.version} ${method} ${path}: no undo token`)
    else own.push({ version: host.version, what: `${method} ${path.replace(/\?.*/, '')}`, undoToken })
    return (await answer.json()) as { id: string }
  }

  async #call(host: ProductHost, { method, path, json, allows = [] }: Sent): Promise<Response | undefined> {
    const headers = {
      connection: 'close',
      authorization: `Bearer ${this.#token}`,
      ...(json && { 'content-type': 'application/json' }),
    }
    try {
      const answer = await fetch(`${host.url}/api${path}`, {
        method,
        headers,
        ...(json && { body: JSON.stringify(json) }),
      })
      const key = `${host.version} ${method} ${answer.status}`
      this.answers[key] = (this.answers[key] ?? 0) + 1
      if (!answer.ok && !allows.includes(answer.status))
        this.failures.push(`${host.version} ${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer
    } catch (error) {
      this.failures.push(`${host.version} ${method} ${path}: ${String((error as Error).cause ?? error)}`)
      return undefined
    }
  }
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly json?: object | undefined
  /** Statuses besides success that are no failure. */
  readonly allows?: readonly number[]
}
