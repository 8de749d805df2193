import { type TestResponse, type Body, Client } from '@plinth/testing'

/** A request that is sent once, when a statement or a scenario first asks for its answer. */
export interface Call {
  /** The request in short, for messages. */
  readonly request: string
  answer(): Promise<TestResponse>
}

/** Somebody who sends requests, always with the same headers. */
export class Visitor {
  readonly #fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly #headers: Readonly<Record<string, string>>

  constructor(
    fetch: (path: string, init: RequestInit) => Promise<Response>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#fetch = fetch
    this.#headers = headers
  }

  /** The same visitor with further headers. */
  with(headers: Readonly<Record<string, string>>): Visitor {
    return new Visitor(this.#fetch, { ...this.#headers, ...headers })
  }

  get(path: string): Call {
    return this.#call(`GET ${path}`, (client) => client.get(path))
  }

  /** The body is JSON, unless it is a form or text that is sent as it is. */
  post(path: string, body?: Body): Call {
    return this.#call(`POST ${path}`, (client) => client.post(path, body))
  }

  put(path: string, body?: Body): Call {
    return this.#call(`PUT ${path}`, (client) => client.put(path, body))
  }

  patch(path: string, body?: Body): Call {
    return this.#call(`PATCH ${path}`, (client) => client.patch(path, body))
  }

  del(path: string, body?: Body): Call {
    return this.#call(`DELETE ${path}`, (client) => client.del(path, body))
  }

  send(method: string, path: string, init?: RequestInit): Call {
    return this.#call(`${method} ${path}`, (client) => client.send(method, path, init))
  }

  #call(request: string, send: (client: Client) => Promise<TestResponse>): Call {
    let sent: Promise<TestResponse> | undefined
    return { request, answer: () => (sent ??= send(new Client((path, init) => this.#fetch(path, this.#of(init))))) }
  }

  #of(init: RequestInit): RequestInit {
    const headers = new Headers(this.#headers)
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    return { ...init, headers }
  }
}

/** The id that a creating call answers; anything but success is an error of the scenario. */
export async function idFrom(call: Call): Promise<string> {
  return (await bodyFrom(call)).id
}

/** The body of a call that has to succeed for a scenario to go on. */
export async function bodyFrom(call: Call): Promise<TestResponse['body']> {
  const { status, body, text } = await call.answer()
  if (status >= 300) throw new Error(`${call.request}: ${status} ${text}`)
  return body
}

/** A body as HTML forms send it. */
export const form = (fields: Readonly<Record<string, string>>): URLSearchParams => new URLSearchParams(fields)

/** Something that is known without a request: what a mail or a token says, to be stated like the body of an answer. */
export const known = (what: string, body: unknown): Call => ({
  request: what,
  answer: async () => ({ status: 200, body, text: JSON.stringify(body), headers: new Headers(), operation: null }),
})

/** A call before which something happens: time passes, jobs run, a mail is read. */
export function after(happening: () => unknown, call: () => Call | Promise<Call>): Call {
  let made: Promise<Call> | undefined
  const make = async () => {
    await happening()
    return call()
  }
  return { request: 'a later request', answer: async () => (await (made ??= make())).answer() }
}
