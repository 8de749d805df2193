import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { addEntity, defineField, everything, fieldsApp, uniqueKey } from './_app.ts'

// The official suite for JSON Schema, as it is published on npm: drafts 3 and 4.
const suite = join(
  dirname(createRequire(import.meta.url).resolve('json-schema-test-suite/package.json')),
  'tests/draft4',
)

interface Group {
  readonly schema: Readonly<Record<string, unknown>>
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}

interface Case {
  readonly schema: string
  readonly field: object
  readonly data: unknown
  readonly valid: boolean
}

/** Files with keywords that kinds and rules of custom fields have too. */
const FILES = ['type', 'minimum', 'maximum', 'pattern', 'enum', 'optional/format']

const KINDS: Readonly<Record<string, string>> = {
  integer: 'integer',
  number: 'float',
  string: 'text',
  boolean: 'boolean',
}

/** A field with the meaning of a schema, and the type of values that the schema judges; undefined if there is none. */
function fieldOf(schema: Group['schema']): { readonly field: object; readonly judges?: string } | undefined {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, pattern, format, enum: options } = schema
  const rule = (name: string, param: unknown) => ({ validation: [{ rule: name, param, message: name }] })
  if (typeof minimum === 'number')
    return { field: { kind: 'float', ...rule(exclusiveMinimum ? 'gt' : 'gte', minimum) }, judges: 'number' }
  if (typeof maximum === 'number')
    return { field: { kind: 'float', ...rule(exclusiveMaximum ? 'lt' : 'lte', maximum) }, judges: 'number' }
  if (typeof pattern === 'string') return { field: { kind: 'text', ...rule('regex', pattern) }, judges: 'string' }
  if (format === 'date-time') return { field: { kind: 'datetime' }, judges: 'string' }
  if (Array.isArray(options) && options.every((option) => ['string', 'number'].includes(typeof option)))
    return { field: { kind: 'select', options } }
  if (typeof type === 'string' && Object.hasOwn(KINDS, type)) return { field: { kind: KINDS[type] } }
  return undefined
}

async function loadCases(): Promise<readonly Case[]> {
  const files = await Promise.all(FILES.map((name) => readFile(join(suite, `${name}.json`), 'utf8')))
  return files
    .flatMap((text) => JSON.parse(text) as Group[])
    .flatMap(({ schema, tests }) => {
      const found = fieldOf(schema)
      if (!found) return []
      const judged = tests.filter(({ data }) => !found.judges || typeof data === found.judges)
      return judged.map(({ data, valid }) => ({ schema: JSON.stringify(schema), field: found.field, data, valid }))
    })
}

/** What custom fields take on purpose: null empties a field, and numbers are texts too, as forms send either. */
const DIFFERENCES: readonly (readonly [schema: string, data: unknown])[] = [
  ...['integer', 'number', 'string', 'boolean'].map((type) => [`{"type":"${type}"}`, null] as const),
  ['{"type":"string"}', 1],
  ['{"type":"string"}', 1.1],
  ['{"type":"boolean"}', 1],
]

const isDifference = ({ schema, data }: Case) =>
  DIFFERENCES.some(([known, value]) => known === schema && value === data)

test('fields accept and refuse what the official suite for JSON Schema says, but for what is meant to differ', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  const cases = await loadCases()
  expect(cases.length).toBeGreaterThan(40)
  const found: object[] = []
  const expected: object[] = []
  const keys = new Map<string, string>()
  for (const one of cases) {
    const { schema, field, data, valid } = one
    let key = keys.get(schema)
    if (key === undefined) keys.set(schema, (key = await defineField(admin, entityId, { key: uniqueKey(), ...field })))
    const { status, body } = await admin.post('/entities/records', { entityId, values: { [key]: data } })
    found.push({ schema, data, taken: status === 200 })
    expected.push({ schema, data, taken: isDifference(one) ? !valid : valid })
    if (status !== 200) expect([status, Object.keys(body.fields)]).toEqual([400, [`cf_${key}`]])
  }
  expect(found).toEqual(expected)
})
