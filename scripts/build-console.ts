// Writes the browser code of the console into its `dist`, each file with its compressed forms beside it.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleClient } from '../packages/console/bundle/bundle-client.ts'
import { compressed } from '../packages/console/src/assets.ts'

const folder = 'packages/console/dist/client'
const BEST = 11

const { files, ...entry } = await bundleClient()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [name, bytes] of files) {
  const { br, gzip } = await compressed(name, bytes, BEST)
  writeFileSync(`${folder}/${name}`, bytes)
  if (br) writeFileSync(`${folder}/${name}.br`, br)
  if (gzip) writeFileSync(`${folder}/${name}.gz`, gzip)
}
writeFileSync(`${folder}/entry.json`, JSON.stringify(entry))
// The font may be shipped with its license.
const license = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE'))
copyFileSync(license, 'packages/console/dist/LICENSE-inter.txt')
// So may what draws PDFs.
const unpdf = readFileSync(new URL('../LICENSE', import.meta.resolve('unpdf')), 'utf8')
const pdfjs = 'PDF.js: Copyright Mozilla Foundation, Apache License 2.0, https://www.apache.org/licenses/LICENSE-2.0'
writeFileSync('packages/console/dist/LICENSE-pdf.txt', `${pdfjs}\n\nunpdf: ${unpdf}`)
console.log(`@plinth/console → ${folder}`)
