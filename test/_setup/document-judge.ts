import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Json = Readonly<Record<string, unknown>>

interface ApiResponse {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>
}

interface ApiOperation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, ApiResponse>>
}

interface JudgedRequest {
  readonly method: string
  readonly url: string
}

/** Judges answers by what an OpenAPI document says of them, as a client does that knows nothing else. */
export class DocumentJudge {
  /** Answers that were judged. */
  count = 0
  /** Pairs of operation and status that were seen. */
  readonly seen = new Set<string>()
  readonly problems = new Set<string>()
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false })
  readonly #validators = new Map<string, ValidateFunction>()
  readonly #responses: Readonly<Record<string, ApiResponse>>
  readonly #operations: readonly {
    readonly matches: RegExp
    readonly method: string
    readonly operation: ApiOperation
  }[]

  constructor(document: Json) {
    const { paths, components } = document as unknown as {
      paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
      components: { responses: Readonly<Record<string, ApiResponse>> }
    }
    this.#ajv.addSchema(document, 'document')
    this.#responses = components.responses
    // What has fewer parameters comes first, as in every router.
    const ordered = Object.entries(paths).toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
    this.#operations = ordered.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        matches: new RegExp(
          `^(?:/api)?${path
            .replaceAll('.', '\\.')
            .replace(/\{(slug)\}/, '.+')
            .replace(/\{\w+\}/g, '[^/]+')}$`,
        ),
        method: method.toUpperCase(),
        operation,
      })),
    )
  }

  /** Notes what the document does not say of this answer. */
  judge(request: JudgedRequest, { status, headers }: Response, text: string): void {
    const { method, url } = request
    const [path = ''] = url.split('?')
    const found = this.#operations.find((one) => one.method === method && one.matches.test(path))
    // A path that leads nowhere is in no document.
    if (!found || (status === 404 && text === '{"error":"Not Found"}')) return
    this.count++
    const { operationId, responses } = found.operation
    this.seen.add(`${operationId} ${status}`)
    const note = (what: string) => this.problems.add(`${operationId} answers ${status} ${what}`)
    const named = responses[String(status)]
    if (!named) return void note(`, but documents ${Object.keys(responses).join(', ')}: ${text.slice(0, 200)}`)
    const key = named.$ref ?? `${operationId} ${status}`
    const response = named.$ref === undefined ? named : this.#responses[named.$ref.split('/').at(-1)!]!
    for (const [name, { required }] of Object.entries(response.headers ?? {}))
      if (required && !headers.has(name)) note(`without ${name}`)
    const type = (headers.get('content-type') ?? '').split(';')[0]!
    const contents = Object.keys(response.content ?? {})
    if (contents.length === 0)
      return void (text !== '' && note(`with a body that is not documented: ${text.slice(0, 200)}`))
    const known = contents.find(
      (one) => one.split(';')[0] === type || new RegExp(`^${one.replaceAll('*', '.+')}$`).test(type),
    )
    if (known === undefined) return void note(`as '${type}', but documents ${contents.join(', ')}`)
    if (type !== 'application/json') return
    const validate = this.#validatorOf(`${key} ${known}`, response.content![known]!.schema)
    if (!validate(JSON.parse(text)))
      note(`with a body that its schema refuses: ${this.#ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`)
  }

  #validatorOf(key: string, schema: Json): ValidateFunction {
    let validate = this.#validators.get(key)
    if (!validate) {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
      this.#validators.set(key, (validate = this.#ajv.compile(JSON.parse(text) as Json)))
    }
    return validate
  }
}
