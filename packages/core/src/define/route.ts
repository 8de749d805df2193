import type { H3Event } from 'h3'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Declared } from '../data/properties.ts'
import type { Scope } from '../data/scope.ts'
import type { PlatformError } from '../errors.ts'
import type { Access } from './access.ts'
import type { RateLimit } from './authenticator.ts'
import type { Command } from './command.ts'
import type { Context, RequestFacts } from './context.ts'

type Schema = z.ZodType | undefined
type Output<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined

/** What a handler receives: the context, the parsed input, and the request it answers. */
export interface RouteContext<P extends Schema, Q extends Schema, B extends Schema> extends Context {
  readonly params: Output<P>
  readonly query: Output<Q>
  readonly body: Output<B>
  readonly request: RequestFacts
  /** The h3 event, for what has no word of its own: streams, upgrade, raw bodies. */
  readonly event: H3Event
}

/** How a request says whose it is: `cookie` is that of the login, `session` the one that renews it. */
export type Credential = 'none' | 'bearer' | 'key' | 'cookie' | 'session'

/** Everything about a route but its code. Validation, response filtering and OpenAPI all read this. */
export interface RouteSpec<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends z.ZodType = z.ZodType,
> {
  readonly access: Access
  /**
   * False where a login cookie identifies nobody, so that no page can act there for whoever is signed in. Default: true.
   */
  readonly takesCookies?: boolean
  /**
   * Of a route with `access: open`: the credentials that it looks at all the same, for the API document. With `none` it
   * also answers without any; without it, it refuses by itself. Default: `['none']`.
   */
  readonly credentials?: readonly Credential[]
  /** One sentence for the API reference. */
  readonly summary?: string
  /**
   * What typed clients call it, behind the module's id: `closeTicket` becomes `helpdeskCloseTicket`. Default: made of the
   * command's id or the path. Two of one name are refused when the platform is made.
   */
  readonly operation?: string
  /** The section of the API reference. Default: the module's title. */
  readonly tag?: string
  /** False where no assistant may call it: its answer tells a secret, or it is about the caller's own login. */
  readonly isTool?: boolean
  readonly params?: P
  readonly query?: Q
  /** True where the last parameter takes the rest of the path, slashes included. */
  readonly takesRest?: boolean
  readonly body?: B
  /**
   * The parts of a multipart body with files, for the API document. The handler reads them with `readMultipart`, so
   * that no file is ever held in memory; `body` is undefined.
   */
  readonly parts?: z.ZodType
  /**
   * The content type of a body that is bytes, for the API document. The handler reads it as it comes, with `bodyOf`;
   * `body` is undefined.
   */
  readonly bytes?: string
  /** A JSON body that the handler reads as it comes, for the API document; `body` is undefined. */
  readonly json?: z.ZodType
  /** Headers of its own, for protocols that speak in them. */
  readonly headers?: HeaderSpec
  /**
   * True where a request of any method that carries `X-HTTP-Method-Override: PATCH` (the method of this route) is answered by it,
   * for clients behind proxies that let no other methods than GET and POST pass.
   */
  readonly takesOverride?: boolean
  /**
   * `organizationId` in the body is a member of what is written, for the handler to judge, and not the organization to
   * work in (decision 48).
   */
  readonly writesOrganization?: boolean
  /**
   * `tenantId: null` in the body of a super admin is a value to write: all tenants. Elsewhere it means the tenant in which the
   * caller works, as if it were not sent (decision 47).
   */
  readonly writesTenant?: boolean
  /**
   * Where it works: in the organizations that are selected, in all from which the caller may select, or also in the
   * tenant of the row that the input names: `rowOwner(Role)`. Default: `selected`.
   */
  readonly scope?: 'selected' | 'allowed' | RowOwner
  /** How the body travels: JSON, or a form (URL-encoded or multipart). */
  readonly bodyType?: 'json' | 'form'
  /** What may leave. Members that it does not list are dropped. */
  readonly response: R
  /** The status of a successful answer. Default: 200. 302 answers with `Location`. */
  readonly status?: 200 | 201 | 202 | 204 | 302
  /** The kind of the resource that a GET answers, where the access log notes its reads: `auth.user`. */
  readonly reads?: string | Reads
  /** The command that the handler runs: its refusals by rules, its versions and its undo are documented too. */
  readonly runs?: Command
  /** Statuses documented beside the success and what access and input imply. */
  readonly errors?: readonly number[]
  /** Bodies of errors that are not `{error}`, by status: those of other protocols. */
  readonly errorBodies?: Readonly<Record<number, z.ZodType>>
  readonly rateLimits?: readonly RateLimit[]
  /** Runs before input is checked: throws where the path names something that does not exist. Its parameters are unparsed. */
  readonly before?: (ctx: Context, params: Readonly<Record<string, string>>) => Promise<unknown> | void
  /** Answers invalid input. Default: 400 with the issues. A route with it names that status in `errors`. */
  readonly onInvalid?: (error: z.ZodError, request: RequestFacts) => PlatformError
  /** Answers a body that is missing or not JSON. Default: both count as an empty one. */
  readonly onUnreadable?: () => PlatformError
  /** The error body carries `ok: false`, as login, reset and refresh publish it. */
  readonly okInErrors?: boolean
  /** The content type of a successful answer that is not JSON; `image/*` where it depends on what is stored. */
  readonly contentType?: string
  /** Whether the answer comes as server-sent events where a client asks for them. */
  readonly streams?: boolean
}

/** A row by whose tenant a route works. */
export interface RowOwner {
  readonly entity: Declared<{ tenantId: string }>
  /** The member of the input that has its id. */
  readonly named: string
}

/**
 * Works where a row belongs: a super admin in its tenant, everybody else in their own, over all organizations from which
 * they may select. For a row that does not exist, or that belongs to all tenants, the caller stays in their own.
 *
 * @example
 * const putTag = put('/tags', updateTag, { scope: rowOwner(Tag) })
 */
export const rowOwner = (entity: RowOwner['entity'], named = 'id'): RowOwner => Object.freeze({ entity, named })

// A list of routes holds handlers of every input.
/** A handler's context whose schemas are not known. */
export type AnyRouteContext = RouteContext<z.ZodAny, z.ZodAny, z.ZodAny>

/** What a route's headers mean, by their names. */
interface HeaderSpec {
  /** What requests bring, for the API document. */
  readonly request?: Readonly<Record<string, string>>
  /** What answers carry: documented, and shown to pages of invited origins. */
  readonly answer?: Readonly<Record<string, string>>
  /** Headers of every answer, refusals included, with their values. */
  readonly every?: Readonly<Record<string, string>>
  /** Headers of the answer to OPTIONS, with their values. */
  readonly options?: Readonly<Record<string, string>>
}

/** A path, who may enter, and what happens there. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to both base paths; parameters as `{id}`. */
  readonly path: string
  readonly spec: RouteSpec
  /** Set when the route is a command's, which receives path, query and body as one input and parses it itself. */
  readonly command?: Command
  /** Set when the route is a list: what it may be sorted by should be found along an index. */
  readonly lists?: { readonly entity: Declared; readonly sorts: readonly string[] }
  /** Set when the route is none. */
  readonly handle?: (ctx: AnyRouteContext) => unknown
}

type Overrides = Partial<Omit<RouteSpec, 'access' | 'body' | 'query' | 'params' | 'runs'>> & {
  readonly params?: z.ZodType
}

/** What a handler returns: the answer's body, or all of the answer. */
type HandlerResult<R extends z.ZodType> = z.input<R> | Response | BinaryAnswer

type Handler = NonNullable<Route['handle']>

interface Verb {
  /** A command needs no handler: its input is the body (on DELETE the query), its access the guard. */
  <I extends z.ZodType, O extends z.ZodType>(path: string, command: Command<I, O>, overrides?: Overrides): Route
  <R extends z.ZodType, P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(
    path: string,
    spec: RouteSpec<P, Q, B, R>,
    handle: (ctx: RouteContext<P, Q, B>) => Promise<HandlerResult<R>> | HandlerResult<R>,
  ): Route
}

function verb(method: Route['method']): Verb {
  return (path: string, target: RouteSpec | Command, last?: Handler | Overrides): Route => {
    if (!('run' in target)) return Object.freeze({ method, path, spec: target, handle: last as Handler })
    const { access, input, output } = target
    const spec: RouteSpec = {
      access,
      response: output,
      ...(method === 'DELETE' ? { query: input } : { body: input }),
      ...last,
    }
    return Object.freeze({ method, path, spec, command: target })
  }
}

/**
 * A route that reads.
 *
 * @example
 * const colors = get('/tags/colors', { access: features.view, response: z.array(z.string()) }, ({ inject }) =>
 *   inject(tagCounter).colors(),
 * )
 */
export const get = verb('GET')
/**
 * A route that creates, or does something. A command needs no handler.
 *
 * @example
 * const routes = [post('/tags', createTag, { status: 201 })]
 */
export const post = verb('POST')
/**
 * A route that changes the members that its body has.
 *
 * @example
 * const routes = [put('/tags/{id}', updateTag, { params: z.object({ id: z.uuid() }) })]
 */
export const put = verb('PUT')
/** A route that changes the members that its body has, where PUT is taken. */
export const patch = verb('PATCH')
/**
 * A route that deletes. A command's input is the query.
 *
 * @example
 * const routes = [del('/tags', deleteTag)]
 */
export const del = verb('DELETE')

/**
 * The answer of writes that have nothing more to say.
 *
 * @example
 * const clearTags = defineCommand({ id: 'tags.tags.clear', …, output: Ok, run: () => ({ ok: true }) })
 */
export const Ok = z.object({ ok: z.literal(true) })
/**
 * The answer of a create.
 *
 * @example
 * const createTag = defineCommand({ id: 'tags.tags.create', …, output: Id, run: () => ({ id: randomId() }) })
 */
export const Id = z.object({ id: z.uuid() })

/** The records that a route answers: those of `items`, else the body itself, by their `id`. */
export interface Reads {
  /** The kind of resource, as in the log: `auth.user`. */
  readonly kind: string
  /** The id of the one record, where the body does not have it. */
  readonly id?: (asked: {
    readonly query: Readonly<Record<string, unknown>>
    readonly params: Readonly<Record<string, unknown>>
    readonly scope: Scope
  }) => unknown
}

/** A read that was answered. */
export interface Read {
  readonly resourceKind: string
  /** Distinct; no more than `MOST_RECORDS`. */
  readonly resourceIds: readonly string[]
  /** How many records were answered; `resourceIds` may be fewer. */
  readonly resultCount: number
  readonly accessType: 'read' | 'read:item' | 'read:list'
  /** The members that at least one record had. */
  readonly fields: readonly string[]
  /** Names of what the caller asked by. */
  readonly queryKeys: readonly string[]
  /** With the `/api` prefix. */
  readonly path: string
}

/** Records of one answer that a read lists. */
export const MOST_RECORDS = 1_000

/** Called with each read, before the answer is sent: it should do no more than `record` it in a batched log. */
export type ReadListener = (ctx: Context, read: Read) => void

/** What a handler answers with bytes: those that it holds, or a stream of them, as of a file; null for none. */
export class BinaryAnswer {
  readonly body: Readable | Uint8Array | null
  readonly status: number
  /** In lower case. `content-length`, where the size is known, is for the handler to set. */
  readonly headers: Readonly<Record<string, string>>
  /** The records that the bytes show, for a route that declares `reads`: `{ items }`. Default: none. */
  readonly shown: unknown

  constructor(
    body: Readable | Uint8Array | null,
    { status = 200, headers, shown }: { status?: number; headers: BinaryAnswer['headers']; shown?: unknown },
  ) {
    this.body = body
    this.status = status
    this.headers = headers
    this.shown = shown
  }

  /** Ends a stream that will not be read. */
  destroy(): void {
    if (this.body instanceof Readable) this.body.destroy()
  }
}
