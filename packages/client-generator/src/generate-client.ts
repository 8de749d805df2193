import { braces, comment, member, type Schema, toName, toType } from './schema-type.ts'

export interface GenerateClientOptions {
  /** The OpenAPI 3.1 document, as `platform.document()` returns it or `GET /openapi.json` sends it. */
  readonly document: object
  /** The name of the function that creates a client. Default: `createClient`; null for the types alone. */
  readonly functionName?: string | null
}

/**
 * The source of a TypeScript module with the types of all routes of a document, and a function that creates a client of them. It
 * depends on the document alone, so it can be committed and compared. Rejects if the document is not OpenAPI 3.1, or refers to
 * other documents.
 *
 * @example
 * await writeFile('src/client.ts', await generateClient({ document: platform.document() }))
 */
export async function generateClient({
  document,
  functionName = 'createClient',
}: GenerateClientOptions): Promise<string> {
  const types = toTypes(document as Document)
  if (functionName === null) return `${HEADER}\n${types}\n`
  return `${HEADER}\nimport { type Client, type ClientOptions, createClient as create } from '@plinth/client'

/** Creates a client of these routes. */
export const ${functionName} = (options: ClientOptions): Client<paths> => create<paths>(options)

${types}\n`
}

const HEADER = '// Written by `plinth client` from the OpenAPI document. Do not edit it.'
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
const GROUPS = ['query', 'header', 'path', 'cookie'] as const

interface Document {
  readonly openapi?: string
  readonly paths?: Readonly<Record<string, PathItem>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly responses?: Readonly<Record<string, Response>>
  }
}
type PathItem = { readonly [M in (typeof METHODS)[number]]?: Operation }
interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}
interface Parameter {
  readonly name: string
  readonly in: (typeof GROUPS)[number]
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>
interface Response {
  readonly $ref?: string
  readonly content?: Content
}

/** Paths refer to operations by their ids, operations to schemas and responses by their names. */
function toTypes({ openapi = '', paths = {}, components = {} }: Document): string {
  if (!openapi.startsWith('3.1.')) throw new Error(`The document must be OpenAPI 3.1, not ${JSON.stringify(openapi)}`)
  const operations: string[] = []
  const items = Object.entries(paths).map(([path, item]) => {
    const methods = METHODS.filter((method) => item[method]).map((method) => {
      const operation = item[method]!
      const { operationId, summary = '', description = '', deprecated } = operation
      const lines = [summary, description, deprecated === true ? '@deprecated' : ''].filter((line) => line !== '')
      if (operationId !== undefined) operations.push(`${toName(operationId)}: ${toOperation(operation)}`)
      const type = operationId === undefined ? toOperation(operation) : `operations[${JSON.stringify(operationId)}]`
      return `${comment(lines)}${method}: ${type}`
    })
    return `${JSON.stringify(path)}: ${braces(methods)}`
  })
  const schemas = Object.entries(components.schemas ?? {}).map(([name, schema]) =>
    member(name, withoutDefault(schema), true),
  )
  const responses = Object.entries(components.responses ?? {}).map(
    ([name, response]) => `${toName(name)}: ${toResponse(response)}`,
  )
  return [
    `export interface paths ${braces(items)}`,
    `export interface components ${braces([`schemas: ${braces(schemas)}`, `responses: ${braces(responses)}`])}`,
    `export interface operations ${braces(operations)}`,
  ].join('\n\n')
}

const withoutDefault = (schema: Schema): Schema =>
  typeof schema === 'boolean' ? schema : { ...schema, default: undefined }

function toOperation({ parameters = [], requestBody, responses }: Operation): string {
  const groups = GROUPS.flatMap((group) => {
    const own = parameters.filter((parameter) => parameter.in === group)
    if (own.length === 0) return []
    const isRequired = own.some(({ required }) => required === true)
    return [`${group}${isRequired ? '' : '?'}: ${braces(own.map(toParameter))}`]
  })
  const body = requestBody
    ? [
        `requestBody${requestBody.required === true ? '' : '?'}: ${braces([`content: ${toContent(requestBody.content)}`])}`,
      ]
    : []
  const answers = Object.entries(responses).map(
    ([status, response]) => `${/^\d+$/.test(status) ? status : toName(status)}: ${toResponse(response)}`,
  )
  return braces([
    ...(groups.length > 0 ? [`parameters: ${braces(groups)}`] : []),
    ...body,
    `responses: ${braces(answers)}`,
  ])
}

function toParameter({ name, required = false, description, schema = true }: Parameter): string {
  const described = typeof schema === 'boolean' || description === undefined ? schema : { ...schema, description }
  return member(name, described, required)
}

const toResponse = ({ $ref, content }: Response): string =>
  $ref === undefined ? braces(content ? [`content: ${toContent(content)}`] : []) : toType({ $ref })

const toContent = (content: Content): string =>
  braces(Object.entries(content).map(([type, { schema }]) => `${JSON.stringify(type)}: ${toType(schema)}`))
