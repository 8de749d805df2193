import { generateClient } from '@plinth/client-generator'
import { expect, test } from 'vitest'

const documentOf = (schema: unknown, more: object = {}) => ({
  openapi: '3.1.0',
  paths: {},
  components: { schemas: { Sample: schema } },
  ...more,
})

/** The type that the generated module has for a schema, in one line. */
async function typeOf(schema: unknown): Promise<string> {
  const text = await generateClient({ document: documentOf(schema), functionName: null })
  return /Sample: ([\s\S]*?)\n {2}\}\n {2}responses/.exec(text)![1]!.replaceAll(/\s+/g, ' ')
}

test.each<[schema: unknown, type: string]>([
  [true, 'unknown'],
  [{}, 'unknown'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'string', enum: ['a', 'b"c'] }, String.raw`"a" | "b\"c"`],
  [{ const: false }, 'false'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [{ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } }, '[string, ...number[]]'],
  [{ type: 'object' }, '{ [key: string]: unknown }'],
  [{ type: 'object', properties: {}, additionalProperties: false }, '{}'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [key: string]: number }'],
  [
    {
      type: 'object',
      properties: { a: { type: 'string' }, 'b-c': { type: 'number', default: 1 } },
      required: ['a', 'b-c'],
    },
    '{ a: string "b-c"?: number }',
  ],
  [
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } },
    '{ a?: string } & { [key: string]: string }',
  ],
  [
    { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Sample' }] },
    'string | components["schemas"]["Sample"]',
  ],
  [{ anyOf: [{ type: 'string' }, {}] }, 'unknown'],
  [
    { allOf: [{ $ref: '#/components/schemas/Sample' }, { type: ['string', 'null'] }] },
    'components["schemas"]["Sample"] & (string | null)',
  ],
  [
    { type: 'object', properties: { a: { type: 'string', description: 'Ends */ here' } } },
    String.raw`{ /** Ends *\/ here */ a?: string }`,
  ],
])('%j has the type %s', async (schema, type) => {
  expect(await typeOf(schema)).toBe(type)
})

test.each<[what: string, document: object, message: string]>([
  ['another version', { openapi: '3.0.3', paths: {} }, 'The document must be OpenAPI 3.1, not "3.0.3"'],
  ['no document', {}, 'The document must be OpenAPI 3.1, not ""'],
  [
    'another document',
    documentOf({ $ref: 'other.json#/Sample' }),
    'The document refers to other.json#/Sample, which is not one of',
  ],
  ['an unknown type', documentOf({ type: 'file' }), 'The document has a schema of the unknown type "file"'],
])('%s is refused', async (_what, document, message) => {
  await expect(generateClient({ document })).rejects.toThrow(message)
})
