import { readFile } from 'node:fs/promises'
import swaggerParser from '@apidevtools/swagger-parser'
import { validate } from '@scalar/openapi-parser'
import spectralCore from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'

// Writes what each validator finds wrong with `openapi.json`; each gets a copy of its own, because some change it.
const text = await readFile('openapi.json', 'utf8')
const document = () => JSON.parse(text)

const spectral = new spectralCore.Spectral()
spectral.setRuleset({ extends: [[oas, 'recommended']] })
const advice = await spectral.run(document())
// Whom to contact, and what the product is about, are for products to say.
const own = ['info-contact', 'info-description']

const findings = {
  scalar: (await validate(document())).errors ?? [],
  spectral: advice.filter(({ code }) => !own.includes(code)),
  swaggerParser: await swaggerParser.validate(document()).then(
    () => [],
    (error) => [error.message],
  ),
}
process.stdout.write(JSON.stringify(findings))
