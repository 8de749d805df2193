// Writes the types of the published API, of all modules with their usual options, for `@plinth/client`. Part of the build.
import { writeFile } from 'node:fs/promises'
import { generateClient } from '@plinth/client-generator'
import { createPlatform } from '@plinth/core'
import { host } from '../examples/host/plinth.config.ts'
import { modules } from '../test/architecture/_modules.ts'

const TARGET = 'packages/client/src/api.ts'

const platform = await createPlatform({
  modules: Object.values(modules),
  secret: 'a secret of at least 32 characters',
  // Nothing connects before `start`.
  database: { url: 'postgres://nobody@localhost:1/none' },
  info: host.info!,
})
await writeFile(TARGET, await generateClient({ document: platform.document(), functionName: null }))
await platform.close()
console.log(`written: ${TARGET}`)
