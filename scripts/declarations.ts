// Writes the declarations of every package beside its JavaScript. tsup needs an older compiler for them.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { packages } from './packages.ts'

const scratch = 'node_modules/.cache/plinth-declarations'

mkdirSync(scratch, { recursive: true })
for (const { name, folder } of packages) {
  const project = `${scratch}/${name.replace('@plinth/', '')}.json`
  writeFileSync(project, JSON.stringify(toConfig(folder)))
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
  for (const file of globSync(`${folder}/dist/**/*.d.ts`)) linkToDeclarations(file)
  console.log(`${name} → ${folder}/dist`)
}
rmSync(scratch, { recursive: true })

/** Without the `source` condition, packages see the declarations of those built before them, as a stranger does. */
function toConfig(folder: string): object {
  const root = process.cwd()
  return {
    extends: `${root}/tsconfig.json`,
    compilerOptions: {
      customConditions: [],
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: `${root}/${folder}/src`,
      outDir: `${root}/${folder}/dist`,
    },
    include: [`${root}/${folder}/src`],
  }
}

/** The compiler leaves `.ts` in the specifiers of declarations. */
function linkToDeclarations(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replaceAll(/(from |import\()(['"])(\.[^'"]+)\.ts\2/g, '$1$2$3.js$2'))
}
