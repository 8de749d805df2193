// Writes the documentation as static pages: npm run site -- [folder]. A folder may hold earlier versions, which are kept.
import { addressOf, readManifest } from './release/manifests.ts'
import { buildSite } from './site/build-site.ts'

const [folder = 'site', ...more] = process.argv.slice(2)
if (more.length > 0) {
  console.error('Name one folder: npm run site -- ../site')
  process.exit(2)
}
const { homepage, repository } = readManifest('.')
const started = performance.now()
const { pages, bytes, versions } = await buildSite({
  folder,
  version: readManifest('packages/core').version!,
  address: homepage,
  repository: repository && addressOf(repository),
})
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(`${folder}: ${pages} pages, ${(bytes / 1e6).toFixed(1)} MB, ${seconds} s; versions: ${versions.join(', ')}`)
if (homepage === undefined)
  console.log('The package.json of the repository names no `homepage`: the site has no sitemap.')
