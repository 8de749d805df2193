import openapiTypescript, { astToString } from 'openapi-typescript'

export interface GenerateClientOptions {
  /** The OpenAPI document, as `platform.document()` returns it or `GET /openapi.json` sends it. */
  readonly document: object
  /** The name of the function that creates a client. Default: `createClient`; null for the types alone. */
  readonly functionName?: string | null
}

/**
 * The source of a TypeScript module with the types of all routes of a document, and a function that creates a client of them. It
 * depends on the document alone, so it can be committed and compared. Throws if the document is no valid OpenAPI 3.
 *
 * @example
 * await writeFile('src/client.ts', await generateClient({ document: platform.document() }))
 */
export async function generateClient({
  document,
  functionName = 'createClient',
}: GenerateClientOptions): Promise<string> {
  // Properties with a default need not be sent, so they stay optional. The generator modifies its input.
  const nodes = await openapiTypescript(structuredClone(document) as never, { defaultNonNullable: false })
  const types = astToString(nodes).trim()
  if (functionName === null) return `${HEADER}\n${types}\n`
  return `${HEADER}\nimport { type Client, type ClientOptions, createClient as create } from '@plinth/client'

/** Creates a client of these routes. */
export const ${functionName} = (options: ClientOptions): Client<paths> => create<paths>(options)

${types}\n`
}

const HEADER = '// Written by `plinth client` from the OpenAPI document. Do not edit it.'
