import type { Json } from './schemas.ts'

/** The API document as Markdown, for people and language models: every operation with its access, input and responses. */
export function toMarkdown(document: Json): string {
  const { info, servers, paths, components } = document as unknown as ApiDocument
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const sections = [...Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? 'API')].map(([tag, all]) => [
    `## ${tag}`,
    ...all.flatMap((one) => describe(one, servers[0]?.url ?? '')),
  ])
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `### ${name}\n\n${code('json', schema)}`)
  return `${[
    `# ${info.title} ${info.version}`,
    ...(info.description === undefined ? [] : [info.description]),
    ...sections.flat(),
    '## Schemas',
    ...schemas,
  ].join('\n\n')}\n`
}

interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary?: string
  readonly description: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly description?: string
    readonly schema: Json
  }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string; readonly description?: string }>>
  readonly security: readonly Json[]
}

interface DescribedOperation {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

function describe({ path, method, operation }: DescribedOperation, server: string): string[] {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  const rows = parameters.map(
    ({ name, in: place, required, schema, description: means }) =>
      `| \`${name}\` | ${place}${required ? ', required' : ''} | ${cell(means ?? typeOf(schema))} |`,
  )
  return [
    `### ${method} ${path}`,
    [summary, `Operation \`${operationId}\`.`, description].filter(Boolean).join(' '),
    ...(rows.length > 0 ? [['| Parameter | In | |', '| --- | --- | --- |', ...rows].join('\n')] : []),
    ...contentsOf(requestBody).map(([type, schema]) => `Body (${type}): ${typeOf(schema)}`),
    Object.entries(responses)
      .map(
        ([status, response]) =>
          `- ${status}: ${
            contentsOf(response)
              .map(([, schema]) => typeOf(schema))
              .join(', ') || answerOf(response)
          }`,
      )
      .join('\n'),
    code('sh', toCurl({ path, method, operation }, server)),
  ]
}

const answerOf = ({ $ref, description = '' }: { readonly $ref?: string; readonly description?: string }) =>
  $ref === undefined ? description : `\`${$ref.split('/').at(-1)}\``

const contentsOf = (holder: Content | undefined) =>
  Object.entries(holder?.content ?? {}).map(([type, { schema }]) => [type, schema] as const)

/** A schema in one line: the name of a component, otherwise its JSON. */
function typeOf(schema: Json): string {
  const { $ref } = schema
  if (typeof $ref === 'string') return `\`${$ref.split('/').at(-1)}\``
  const text = JSON.stringify(schema)
  return text === '{}' ? 'anything' : `\`${text}\``
}

/** A vertical bar would end the table cell. */
const cell = (text: string) => text.replaceAll('|', '\\|')

function toCurl({ path, method, operation: { requestBody, security } }: DescribedOperation, server: string): string {
  const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0)
  const type = contentsOf(requestBody)[0]?.[0]
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${server}${path}'`,
    ...(isOpen ? [] : [`-H "x-api-key: $API_KEY"`]),
    ...(type === 'application/json' && method !== 'DELETE'
      ? [`-H 'content-type: application/json' -d @body.json`]
      : []),
  ].join(' ')
}

const code = (language: string, content: unknown) =>
  `\`\`\`${language}\n${typeof content === 'string' ? content : JSON.stringify(content, null, 2)}\n\`\`\``
