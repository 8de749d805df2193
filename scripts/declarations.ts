// Writes the declarations of every package beside its JavaScript. tsup needs an older compiler for them.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { packages } from './packages.ts'

const scratch = resolve('node_modules/.cache/plinth-declarations')

rmSync(scratch, { recursive: true, force: true })
mkdirSync(scratch, { recursive: true })
writeFileSync(`${scratch}/tsconfig.json`, JSON.stringify(toConfig()))
// Several checkers read the same types again, and name the parts of some in another order.
const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', scratch, '--checkers', '1'], {
  stdio: 'inherit',
})
if (status !== 0) process.exitCode = 1
for (const { name, folder } of packages) {
  const sources = `${scratch}/${folder}/src`
  for (const file of globSync(`${sources}/**/*.d.ts`)) keep(file, { sources, dist: `${folder}/dist` })
  console.log(`${name} → ${folder}/dist`)
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

/** The compiler leaves `.ts` in the specifiers of declarations, and would lead past what another package exports. */
function keep(file: string, { sources, dist }: { sources: string; dist: string }): void {
  const text = readFileSync(file, 'utf8')
  for (const [, path = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g))
    if (relative(sources, join(dirname(file), path)).startsWith('..'))
      throw new Error(`${relative(scratch, file)} names a type by '${path}', which its package does not have`)
  const target = join(dist, relative(sources, file))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text.replaceAll(/(from |import\()(['"])(\.[^'"]+)\.ts\2/g, '$1$2$3.js$2'))
}
