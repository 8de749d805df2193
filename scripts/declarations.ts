// Writes the declarations that the exports of every package lead to beside its JavaScript. tsup needs an older compiler for them.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Package, packages } from './packages.ts'

const scratch = resolve('node_modules/.cache/plinth-declarations')

rmSync(scratch, { recursive: true, force: true })
mkdirSync(scratch, { recursive: true })
writeFileSync(`${scratch}/tsconfig.json`, JSON.stringify(toConfig()))
// Several checkers read the same types again, and name the parts of some in another order.
const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', scratch, '--checkers', '1'], {
  stdio: 'inherit',
})
if (status !== 0) process.exitCode = 1
for (const one of packages) {
  const { name, folder } = one
  const files = declarationsOf(one)
  for (const file of files) keep(file, { sources: `${scratch}/${folder}/src`, dist: `${folder}/dist` })
  console.log(`${name} → ${folder}/dist, ${files.length} declarations`)
}
rmSync(scratch, { recursive: true })

/** One program of all packages: to read what they share takes longer than all else. */
function toConfig(): object {
  const root = process.cwd()
  return {
    extends: `${root}/tsconfig.json`,
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir: scratch,
    },
    include: packages.map(({ folder }) => `${root}/${folder}/src`),
  }
}

/** The declarations of what a package exports, and of all that they name. */
function declarationsOf({ folder, exports }: Package): readonly string[] {
  const own = Object.values(exports).filter((entry) => entry['@plinth/source'].startsWith('./src/'))
  const files = new Set(own.map(({ types }) => join(scratch, folder, types.replace('./dist/', './src/'))))
  // The set grows while it is walked.
  for (const file of files)
    for (const path of specifiersOf(readFileSync(file, 'utf8')))
      files.add(join(dirname(file), path.replace(/\.ts$/, '.d.ts')))
  return [...files]
}

/** The relative paths that a declaration names. */
function specifiersOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:from |import\(|^import )['"](\.[^'"]+)['"]/gm)].map(([, path = '']) => path)
}

/** The compiler leaves `.ts` in the specifiers of declarations, and would lead past what another package exports. */
function keep(file: string, { sources, dist }: { sources: string; dist: string }): void {
  const text = readFileSync(file, 'utf8')
  for (const path of specifiersOf(text))
    if (relative(sources, join(dirname(file), path)).startsWith('..'))
      throw new Error(`${relative(scratch, file)} names a type by '${path}', which its package does not have`)
  const target = join(dist, relative(sources, file))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text.replaceAll(/(from |import\(|^import )(['"])(\.[^'"]+)\.ts\2/gm, '$1$2$3.js$2'))
}
