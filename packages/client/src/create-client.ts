import type { paths as PublishedPaths } from './api.ts'
import { type EventOptions, readEvents, type ServerEvent } from './events.ts'
import { createMethods, type Methods } from './methods.ts'
import { type Operation, operationOf } from './operation.ts'
import { type ItemOf, type ListPath, type ListQuery, readPages } from './pages.ts'
import { type Result, toResult } from './result.ts'
import { send } from './send.ts'
import { type Credentials, type Session, Sessions } from './session.ts'
import { type Upload, uploadFile, type UploadOptions } from './uploads.ts'

export interface ClientOptions {
  /** Where the API is: `https://product.example/api`. */
  readonly baseUrl: string
  /** An API key, instead of a login. Never use one in a browser. */
  readonly apiKey?: string
  /** A login to continue, as passed to `onSession`. */
  readonly session?: Session | null
  /** Called after every login, logout and exchange of the access token, to store it. */
  readonly onSession?: (session: Session | null) => void
  /** For pages of the same origin: the browser keeps the login in cookies, and the tokens are not used. */
  readonly cookies?: boolean
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** How often a request is repeated if it gets no response, or 429, 502, 503 or 504. Default: 2. */
  readonly retries?: number
  /** Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/**
 * A client of the routes that `Paths` describes. `GET`, `POST`, `PUT`, `PATCH` and `DELETE` take a path of the document and, as
 * far as it has them, `params: { path, query, header }` and a `body`.
 */
export interface Client<Paths extends {} = PublishedPaths> extends Methods<Paths> {
  /** Signs in. Further requests carry the access token, which is exchanged when it expires if `remember` is set. */
  login(credentials: Credentials): Promise<Result<{ readonly redirect: string }>>
  logout(): Promise<Result<unknown>>
  /** The current login; null if there is none. */
  readonly session: Session | null
  /**
   * All items of a list, page by page. Throws `ApiError` if a page cannot be read.
   *
   * @example
   * for await (const role of client.pages('/auth/roles', { search: 'audit' })) console.log(role.name)
   */
  pages<P extends ListPath<Paths>>(
    path: P,
    query?: ListQuery<Paths, P>,
  ): AsyncGenerator<ItemOf<Paths, P>, void, undefined>
  /** The operation of a write if it can be undone; null otherwise. */
  operationOf(written: { readonly response: Response | undefined }): Operation | null
  /**
   * Undoes a write: the result of the request, or its operation.
   *
   * @example
   * const made = await client.POST('/auth/roles', { body: { name: 'Auditor' } })
   * await client.undo(made)
   */
  undo(
    written: { readonly response: Response | undefined } | Pick<Operation, 'undoToken'>,
  ): Promise<Result<{ readonly ok: true; readonly logId: string }>>
  /** Server-sent events of a path, over as many connections as it takes. */
  events(path: string, options?: EventOptions): AsyncGenerator<ServerEvent, void, undefined>
  /** Uploads a file in parts; the upload can be resumed. Once the result is returned, the file exists. */
  upload(file: Blob, options: UploadOptions): Promise<Result<Upload>>
  /** Sends a request that no method describes, with credentials and retries. Rejects if no response arrives. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/**
 * Creates a client. By default it has the types of the routes of Plinth's own modules; `plinth client` writes those of a product.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://product.example/api' })
 * const { error } = await client.login({ email, password })
 * const { data } = await client.GET('/auth/profile')
 */
export function createClient<Paths extends {} = PublishedPaths>(options: ClientOptions): Client<Paths> {
  const { apiKey, session = null, onSession = () => {}, cookies = false, headers = {}, retries = 2 } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const fetch = options.fetch ?? ((request: Request) => globalThis.fetch(request))
  const credentials = cookies ? ('include' as const) : ('omit' as const)
  const toRequest = (path: string, init: RequestInit = {}) => new Request(`${baseUrl}${path}`, { credentials, ...init })
  const sessions = new Sessions({
    session,
    onSession,
    usesCookies: cookies,
    send: (path, init) => fetch(toRequest(path, init)),
  })
  const deps = { fetch, sessions, apiKey, headers, retries }
  const sendTo = async (path: string, init?: RequestInit) => send(deps, toRequest(path, init))
  return {
    ...createMethods<Paths>(sendTo),
    login: (named) => sessions.login(named),
    logout: () => sessions.logout(sendTo),
    get session() {
      return sessions.current
    },
    pages: (path, query = {} as never) => readPages(sendTo, path, query),
    operationOf: ({ response }) => operationOf(response),
    undo: async (written) => {
      const operation = 'undoToken' in written ? written : operationOf(written.response)
      if (!operation) return { error: { status: 0, error: 'This cannot be undone' }, response: undefined }
      return toResult(
        sendTo('/audit_logs/audit-logs/actions/undo', {
          method: 'POST',
          body: JSON.stringify({ undoToken: operation.undoToken }),
          headers: { 'content-type': 'application/json' },
        }),
      )
    },
    events: (path, own) => readEvents((init) => sendTo(path, init), own),
    upload: (file, own) => uploadFile(sendTo, file, own),
    fetch: sendTo,
  }
}
