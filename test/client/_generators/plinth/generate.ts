import { readFile, writeFile } from 'node:fs/promises'
import { generateClient } from '@plinth/client-generator'

const document = JSON.parse(await readFile('openapi.json', 'utf8')) as object
await writeFile('api.ts', await generateClient({ document }))
