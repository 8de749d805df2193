import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runHost } from '../host/_run-host.ts'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'
import { createDatabase, paste } from './_processes.ts'

test(
  'somebody invited signs in, is refused what her role lacks, loses what it loses',
  { timeout: 120_000 },
  async () => {
    await using folder = await makeFolder()
    const DATA_DIR = join(folder.path, 'data')
    const DATABASE_URL = await createDatabase('docs_start')
    await using host = await runHost({ DATABASE_URL, DATA_DIR, SEED_PASSWORD: 'Secret-123', LOG_LEVEL: 'error' })
    const session = ['session', 'invited', 'revoked']
      .map((name) => readBlock('docs/1-start.md', name).text)
      .join('')
      .replace('http://localhost:3000', host.url)
      .replace('examples/host/.data', DATA_DIR)
    const answers = [...(await paste(session, folder.path)).matchAll(/^\{"error".*|^\{"items".*"email":"grace.*/gm)]
    expect(answers.map(([line]) => line)).toEqual([
      expect.stringContaining('"total":4'),
      '{"error":"Forbidden","requiredFeatures":["auth.roles.list"]}',
      '{"error":"Forbidden","requiredFeatures":["auth.users.list"]}',
    ])
  },
)
