import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'

/** What two independent validators say against an OpenAPI document; nothing when it is valid. */
export async function findOpenApiProblems(document: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  const config = await createConfig({ extends: ['spec'], rules: { 'no-invalid-schema-examples': 'error' } })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  return [
    ...(valid ? [] : [`schema: ${JSON.stringify(errors)}`]),
    ...problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`),
  ]
}
