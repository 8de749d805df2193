// Writes the browser code of the console into its `dist`, each file with its compressed forms beside it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { bundleClient } from '../packages/console/bundle/bundle-client.ts'
import { compressed } from '../packages/console/src/assets.ts'

const folder = 'packages/console/dist/client'
const BEST = 11

const { files, scripts, styles } = await bundleClient()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [name, bytes] of files) {
  const { br, gzip } = await compressed(name, bytes, BEST)
  writeFileSync(`${folder}/${name}`, bytes)
  writeFileSync(`${folder}/${name}.br`, br!)
  writeFileSync(`${folder}/${name}.gz`, gzip!)
}
writeFileSync(`${folder}/entry.json`, JSON.stringify({ scripts, styles }))
console.log(`@plinth/console → ${folder}`)
