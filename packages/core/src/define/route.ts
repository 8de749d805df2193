import type { H3Event } from 'h3'
import { z } from 'zod'
import type { Declared } from '../data/query/row-types.ts'
import type { PlatformError } from '../errors.ts'
import type { Access } from './access.ts'
import { BinaryAnswer } from './binary-answer.ts'
import type { Command } from './command.ts'
import type { DeclaredFields } from './field-policies.ts'
import type { Context, RequestFacts } from './context.ts'
import type { FileOwner } from './file-owner.ts'
import type { OwnedResource } from './owned-records.ts'
import type { SharedResource } from './record-shares.ts'
import type { RateLimit } from './rate-limit.ts'
import type { Reads } from './logged-reads.ts'
import type { RowOwner } from './row-owner.ts'
import type { StateMachine } from './state-machine.ts'

type Schema = z.ZodType | undefined

type Output<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined

/** What a handler receives: the context, the parsed input and the request. */
export interface RouteContext<P extends Schema, Q extends Schema, B extends Schema> extends Context {
  readonly params: Output<P>
  readonly query: Output<Q>
  readonly body: Output<B>
  readonly request: RequestFacts
  /** The h3 event, for features without their own API: streams, upgrades, raw bodies. */
  readonly event: H3Event
}

/** How a request authenticates: `cookie` is the login cookie, `session` the cookie that renews the login. */
export type Credential = 'none' | 'bearer' | 'key' | 'cookie' | 'session'

/** A route without its handler. Validation, response filtering and OpenAPI are derived from it. */
export interface RouteSpec<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends z.ZodType = z.ZodType,
> {
  readonly access: Access
  /** A one-sentence summary for the API reference. */
  readonly summary?: string
  /**
   * The method name in typed clients, prefixed with the module's id: `closeTicket` becomes `helpdeskCloseTicket`. Default:
   * derived from the command's id or the path. Duplicates are rejected when the platform is created.
   */
  readonly operation?: string
  /** The section of the API reference. Default: the module's title. */
  readonly tag?: string
  /**
   * False if assistants must not call the route, because its response contains a secret or it concerns the caller's own login.
   */
  readonly isTool?: boolean
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** Schema of the response. Properties that it does not declare are removed. */
  readonly response: R
  /** The status of a successful response. Default: 200. 302 responds with `Location`. */
  readonly status?: 200 | 201 | 202 | 204 | 302
  /**
   * The scope of the route: the selected organizations, all organizations that the caller may select, or additionally the tenant
   * of the row that the input refers to: `rowOwner(Role)`. Default: `selected`.
   */
  readonly scope?: 'selected' | 'allowed' | RowOwner
  /**
   * The member of the body that is data for the handler to check, instead of the scope to work in: `organizationId`
   * (decision: Organization of a request), or `tenantId: null` of a super admin, which then means all tenants (decision: tenantId
   * null).
   */
  readonly writesScope?: 'organizationId' | 'tenantId'
  /** The kind of resource that a GET returns, if the access log records its reads: `auth.user`. */
  readonly reads?: string | Reads
  /** The command that the handler runs, so that its rejections by rules, versions and undo are documented too. */
  readonly runs?: Command
  readonly rateLimits?: readonly RateLimit[]
  /** Runs before input validation; throws if the path refers to something that does not exist. Path parameters are not parsed. */
  readonly before?: (ctx: Context, params: Readonly<Record<string, string>>) => Promise<unknown> | void
  /** Documented statuses besides success and those implied by access and input. */
  readonly errors?: readonly number[]
  /** Responds to invalid input. Default: 400 with the issues. Routes that set it list the status in `errors`. */
  readonly onInvalid?: (error: z.ZodError, request: RequestFacts) => PlatformError
  /** Responds to a body that is missing or not JSON. Default: both are treated as an empty body. */
  readonly onUnreadable?: () => PlatformError
  /**
   * Whether the route answers somebody who views the platform as the caller. Default: a GET that requires a feature does; a GET for
   * any login does not, because it is about the caller personally; neither does anything else. Commands are refused in any case.
   */
  readonly inView?: boolean
  /** What differs from JSON over HTTP with any login. */
  readonly http?: HttpSpec
}

/** What few routes need: other encodings, headers and credentials. */
export interface HttpSpec {
  /**
   * The credentials that the route takes. If all of them are sent in headers (`bearer`, `key`), login cookies do not authenticate
   * here, so that no page can act for a signed-in user. For a route with `access: open`, those that it nevertheless reads: with
   * `none`, it also answers without credentials; without `none`, it rejects such requests itself. Default: any login, and `none` for
   * open routes.
   */
  readonly credentials?: readonly Credential[]
  /**
   * True if pages of other sites may make browsers send this write, as identity providers do with their responses. Whatever
   * credentials it carries, the request has no caller, so that no site can write on behalf of its visitors; the handler
   * verifies what the body says. Only for public routes (decision: CSRF).
   */
  readonly fromOtherSites?: true
  /** True if somebody who views the platform as another person uses the route as themselves: to stop, or to sign out. */
  readonly asViewer?: true
  /** The encoding of `body`: JSON, or a form (URL-encoded or multipart). Default: JSON. */
  readonly bodyType?: 'json' | 'form'
  /** A body that the handler reads itself; `body` is undefined. */
  readonly rawBody?: RawBody
  /** Additional headers, for protocols that use them. */
  readonly headers?: HeaderSpec
  /**
   * True if the route also answers requests of any method that carry `X-HTTP-Method-Override: PATCH` (this route's method), for
   * clients behind proxies that only allow GET and POST.
   */
  readonly methodOverride?: true
  /**
   * The content type of a successful response that is not JSON; `image/*` if it depends on what is stored. A type that ends with
   * `+json` is that of JSON, and of errors too.
   */
  readonly contentType?: string
  /** Whether clients can request the response as server-sent events. */
  readonly streams?: boolean
  /** True if the error body contains `ok: false`, as documented for login, reset and refresh. */
  readonly okInErrors?: boolean
  /** Errors of another protocol. Default: `{error, …}`. */
  readonly errorFormat?: ErrorFormat
}

/**
 * A body that a handler reads itself, for the API document: with `readMultipart`, so that files are never held in memory, as a
 * stream with `bodyOf`, or as JSON.
 */
export interface RawBody {
  /** `multipart/form-data`, `application/json`, or the type of a stream of bytes. */
  readonly type: string
  /** The parts, or the JSON. */
  readonly schema?: z.ZodType
}

/** The errors of a route as another protocol has them. */
export interface ErrorFormat {
  /** Converts `{error, …}`. Default: the handler sends such bodies itself. */
  readonly toBody?: (status: number, body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  /** The bodies, by status. */
  readonly schemas: Readonly<Record<number, z.ZodType>>
  /** The path of the protocol, below which requests that no route answers are refused in this format as well. */
  readonly below?: string
}

// A list of routes contains handlers of any input type.
/** The context of a handler whose schemas are unknown. */
export type AnyRouteContext = RouteContext<z.ZodAny, z.ZodAny, z.ZodAny>

/** Descriptions of a route's headers, by name. */
interface HeaderSpec {
  /** Request headers, for the API document. */
  readonly request?: Readonly<Record<string, string>>
  /** Response headers: documented, and exposed to allowed origins. */
  readonly answer?: Readonly<Record<string, string>>
  /** Headers of every response, errors included, with their values. */
  readonly every?: Readonly<Record<string, string>>
  /** Headers of the response to OPTIONS, with their values. */
  readonly options?: Readonly<Record<string, string>>
}

/** Whether what is sent to a route that has `several` is for it. Of a single record, a header tells the version. */
export const takesSeveral = (sent: object): boolean => 'ids' in sent || 'versions' in sent

/** A path, its access and its handler. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to both base paths; parameters are written `{id}`. */
  readonly path: string
  /** Whether the last parameter, declared as `{path*}`, matches the rest of the path, slashes included. */
  readonly takesRest?: true
  readonly spec: RouteSpec
  /** Set if the route runs a command, which receives path, query and body as one input and parses it itself. */
  readonly command?: Command
  /** Runs instead of `command` if `takesSeveral`: the same for several records. */
  readonly several?: Command
  /** The command of which the route tells what it would do, and which parses the body. */
  readonly previews?: Command
  /** The states of the records that the route lists. */
  readonly states?: StateMachine
  /** The resource, if the route is about files of its records. */
  readonly files?: FileOwner
  /** The resource, if the route lists records that have owners. */
  readonly owned?: OwnedResource
  /** The resource, if the route lists records that can be shared. */
  readonly shared?: SharedResource
  /** Set if the route is a list; properties it can be sorted by should be indexed. */
  readonly lists?: {
    readonly entity: Declared
    readonly sorts: readonly string[]
    /** Those of these properties that are texts, sorted in the caller's language. */
    readonly texts: readonly string[]
    /** The property that the list is sorted by first: that of its default order, or the first that callers can choose. */
    readonly first: string | undefined
  }
  /** What properties of the kind of resource require. */
  readonly fields?: DeclaredFields
  /** Set if the handler itself refuses parameters whose fields the caller may not read. */
  readonly checksFields?: true
  /** Set if the route is a list that filters and sorts by custom fields. */
  readonly takesCustomFields?: boolean
  /** Set if the route is not a list. */
  readonly handle?: (ctx: AnyRouteContext) => unknown
}

type Overrides = Partial<Omit<RouteSpec, 'access' | 'body' | 'query' | 'params' | 'runs'>> & {
  readonly params?: z.ZodType
}

/** What a handler returns: the body, or the complete response. */
type HandlerResult<R extends z.ZodType> = z.input<R> | Response | BinaryAnswer

type Handler = NonNullable<Route['handle']>

interface Verb {
  /** Commands need no handler: the input is the body (the query for DELETE), and the command's access applies. */
  <I extends z.ZodType, O extends z.ZodType>(path: string, command: Command<I, O>, overrides?: Overrides): Route
  <R extends z.ZodType, P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(
    path: string,
    spec: RouteSpec<P, Q, B, R>,
    handle: (ctx: RouteContext<P, Q, B>) => Promise<HandlerResult<R>> | HandlerResult<R>,
  ): Route
}

function verb(method: Route['method']): Verb {
  return (declared: string, target: RouteSpec | Command, last?: Handler | Overrides): Route => {
    const place = {
      method,
      path: declared.replace('*}', '}'),
      ...(declared.endsWith('*}') && { takesRest: true as const }),
    }
    if (!('run' in target)) return Object.freeze({ ...place, spec: target, handle: last as Handler })
    const { access, input, output } = target
    const spec: RouteSpec = {
      access,
      response: output,
      ...(method === 'DELETE' ? { query: input } : { body: input }),
      ...last,
    }
    return Object.freeze({ ...place, spec, command: target })
  }
}

/**
 * Declares a route that reads.
 *
 * @example
 * const colors = get('/tags/colors', { access: features.view, response: z.array(z.string()) }, ({ inject }) =>
 *   inject(tagCounter).colors(),
 * )
 */
export const get = verb('GET')

/**
 * Declares a route that creates or performs something. Commands need no handler.
 *
 * @example
 * const routes = [post('/tags', createTag, { status: 201 })]
 */
export const post = verb('POST')

/**
 * Declares a route that updates the properties present in its body.
 *
 * @example
 * const routes = [put('/tags/{id}', updateTag, { params: z.object({ id: z.uuid() }) })]
 */
export const put = verb('PUT')

/** Like `put`, for paths where PUT is already used. */
export const patch = verb('PATCH')

/**
 * Declares a route that deletes. The command's input is the query.
 *
 * @example
 * const routes = [del('/tags', deleteTag)]
 */
export const del = verb('DELETE')

/**
 * The response of writes that return nothing else.
 *
 * @example
 * const clearTags = defineCommand({ id: 'tags.tags.clear', …, output: Ok, run: () => ({ ok: true }) })
 */
export const Ok = z.object({ ok: z.literal(true) })

/**
 * The response of a create.
 *
 * @example
 * const createTag = defineCommand({ id: 'tags.tags.create', …, output: Id, run: () => ({ id: randomId() }) })
 */
export const Id = z.object({ id: z.uuid() })
