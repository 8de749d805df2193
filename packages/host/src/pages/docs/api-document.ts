/** A JSON schema, or another object of the OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>

/** One operation of the document, with its place. */
export interface Operation {
  readonly id: string
  /** In capitals. */
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** Markdown. */
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly body: Content | undefined
  readonly responses: readonly AnswerOf[]
  /** Whether it answers requests without credentials. */
  readonly isOpen: boolean
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Json
}

/** Schemas by media type. */
export type Content = readonly (readonly [type: string, schema: Json])[]

/** A response of an operation. */
export interface AnswerOf {
  readonly status: string
  readonly description: string
  readonly headers: readonly (readonly [name: string, header: Json])[]
  readonly content: Content
}

/** An OpenAPI document, indexed for pages. Names come from addresses, so everything is in maps. */
export interface ApiDocument {
  readonly title: string
  readonly version: string
  readonly description: string
  /** The base URL of the API. */
  readonly server: string
  readonly operations: ReadonlyMap<string, Operation>
  readonly schemas: ReadonlyMap<string, Json>
}

interface RawOperation {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Json }
  readonly responses: Readonly<Record<string, Json>>
  readonly security?: readonly Json[]
}

interface RawDocument {
  readonly tags?: readonly { readonly name: string; readonly 'x-displayName'?: string }[]
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly servers?: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Json>>; readonly responses?: Json }
}

/** Lists have a parameter for each custom field. */
const MOST_PARAMETERS = 200

/** Indexes an OpenAPI document that the platform has created. */
export function readDocument(document: object): ApiDocument {
  const { info, servers = [], tags = [], paths, components = {} } = document as RawDocument
  const responses = new Map(Object.entries((components.responses ?? {}) as Readonly<Record<string, Json>>))
  const sections = new Map(tags.map(({ name, 'x-displayName': shown = name }) => [name, shown]))
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => toOperation({ path, method, raw }, { responses, sections })),
  )
  return {
    title: info.title,
    version: info.version,
    description: info.description ?? '',
    // Both base paths serve the API; only one is shared with no pages.
    server: (servers.find(({ url }) => url.endsWith('/api')) ?? servers[0])?.url ?? '/api',
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    schemas: new Map(Object.entries(components.schemas ?? {})),
  }
}

interface Shared {
  readonly responses: ReadonlyMap<string, Json>
  /** What sections are called, by name. */
  readonly sections: ReadonlyMap<string, string>
}

function toOperation(
  { path, method, raw }: { readonly path: string; readonly method: string; readonly raw: RawOperation },
  { responses: shared, sections }: Shared,
): Operation {
  const { security = [] } = raw
  const [tag = 'API'] = raw.tags ?? []
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    tag: sections.get(tag) ?? tag,
    summary: raw.summary ?? '',
    description: raw.description ?? '',
    parameters: (raw.parameters ?? []).slice(0, MOST_PARAMETERS),
    body: raw.requestBody && contentOf(raw.requestBody),
    responses: Object.entries(raw.responses).map(([status, answer]) => {
      const {
        description = '',
        headers = {},
        ...rest
      } = (shared.get(nameIn(answer) ?? '') ?? answer) as Json & {
        readonly description?: string
        readonly headers?: Readonly<Record<string, Json>>
      }
      return { status, description, headers: Object.entries(headers), content: contentOf(rest) }
    }),
    isOpen: security.length === 0 || security.some((one) => Object.keys(one).length === 0),
  }
}

const contentOf = ({ content = {} }: { readonly content?: Json }): Content =>
  Object.entries(content as Readonly<Record<string, { readonly schema?: Json }>>).map(([type, { schema = {} }]) => [
    type,
    schema,
  ])

/** The name of the component that a reference leads to. */
export const nameIn = ({ $ref }: Json): string | undefined =>
  typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined
