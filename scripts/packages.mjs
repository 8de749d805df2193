import { existsSync, readdirSync, readFileSync } from 'node:fs'

const folders = ['packages/core', ...readdirSync('packages/modules').map((name) => `packages/modules/${name}`)]
const manifests = folders
  .filter((folder) => existsSync(`${folder}/src/index.ts`))
  .map((folder) => ({ folder, ...JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) }))

const sorted = new Set()
for (const manifest of manifests) visit(manifest)

/** The published packages, each after those it needs: their package.json and `folder`. */
export const packages = [...sorted]

/** The source file of each entry of a package, by the name of its file in `dist`. */
export function entriesOf({ folder, exports }) {
  const conditions = Object.values(exports).filter((entry) => entry.default)
  return Object.fromEntries(
    conditions.map(({ default: built }) => {
      const name = built.replace(/^\.\/dist\/(.*)\.js$/, '$1')
      return [name, `${folder}/src/${name}.ts`]
    }),
  )
}

function visit(manifest) {
  const needed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  for (const other of manifests) if (needed.includes(other.name) && !sorted.has(other)) visit(other)
  sorted.add(manifest)
}
