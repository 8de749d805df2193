// Writes what products import from `@plinth/console/kit` into `dist` of the console: the names, and their declarations.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { kitScript, SHARED, type SharedEntry } from '../packages/console/bundle/kit-script.ts'

// Beside what they name, since what is below node_modules is taken for somebody else's.
const scratch = resolve('packages/console/dist/declarations')
rmSync(scratch, { recursive: true, force: true })
mkdirSync(scratch, { recursive: true })
const client = resolve('packages/console/client')
const config = {
  extends: resolve('packages/console/tsconfig.json'),
  compilerOptions: {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: client,
    outDir: scratch,
    typeRoots: [],
  },
  include: [],
  files: [...Object.values(SHARED), 'css.d.ts'].map((name) => `${client}/${name}`),
}
writeFileSync(`${scratch}/tsconfig.json`, JSON.stringify(config))
const compiler = ['node_modules/typescript/bin/tsc', '-p', scratch, '--checkers', '1']
const { status } = spawnSync(process.execPath, compiler, { stdio: 'inherit' })
if (status !== 0) process.exit(1)
for (const path of globSync(`${scratch}/**/*.d.ts`))
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from |import\()(['"])(\.[^'"]+)\.tsx?\2/g, '$1$2$3.js$2'))
for (const [entry, source] of Object.entries(SHARED)) {
  const target = `packages/console/dist/${entry}`
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(`${target}.js`, await kitScript(entry as SharedEntry))
  rollUp(`${scratch}/${source.replace(/\.ts$/, '.d.ts')}`, resolve(`${target}.d.ts`))
}
rmSync(scratch, { recursive: true })
console.log('@plinth/console/kit → packages/console/dist')

/** Writes the declarations of an entry into one file, without those of what it does not hand out. */
function rollUp(declarations: string, target: string): void {
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: resolve('packages/console/package.json'),
    configObject: {
      projectFolder: scratch,
      mainEntryPointFilePath: declarations,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'ES2024',
            lib: ['ES2024', 'DOM', 'DOM.Iterable'],
            module: 'ESNext',
            moduleResolution: 'Bundler',
            noEmit: true,
            skipLibCheck: true,
            types: [],
          },
          files: [declarations],
        },
      },
      apiReport: { enabled: false },
      docModel: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: target },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  })
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    showVerboseMessages: false,
    messageCallback: (message) => (message.handled = true),
  })
  if (!succeeded) throw new Error(`The declarations of ${target} cannot be rolled up`)
}
