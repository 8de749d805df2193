// Compares what every package declares to the world with the reports in `api/`, entry by entry. `--update` writes them
// anew. It reads `dist`: run `npm run build` before it.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { type Package, packages } from './packages.ts'

const REPORTS = resolve('api')
const SCRATCH = resolve('node_modules/.cache/plinth-api')
const COMPILER = {
  compilerOptions: {
    target: 'ES2024',
    lib: ['ES2024', 'ESNext.Disposable', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    types: ['node'],
    strict: true,
    // A product that type-checks against them does that.
    skipLibCheck: true,
  },
  files: ['dist/index.d.ts'],
}
const isUpdate = process.argv.includes('--update')

mkdirSync(REPORTS, { recursive: true })
const reports = packages.flatMap(toReports)
const compilerState = CompilerState.create(reports[0]!, {
  additionalEntryPoints: reports.slice(1).map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
})
const changed = reports.filter((config) => {
  const { apiReportChanged } = Extractor.invoke(config, {
    compilerState,
    localBuild: isUpdate,
    messageCallback: (message) => (message.handled = true),
  })
  return apiReportChanged
})
const names = reports.map(({ reportFilePath }) => basename(reportFilePath))
const stale = readdirSync(REPORTS).filter((file) => !names.includes(file))
if (isUpdate) for (const file of stale) rmSync(`${REPORTS}/${file}`)

for (const { reportFilePath } of changed)
  console.log(`${isUpdate ? 'written' : 'differs'}: api/${basename(reportFilePath)}`)
if (!isUpdate && changed.length + stale.length > 0) {
  for (const file of stale) console.log(`of no entry: api/${file}`)
  console.error('The packages declare something else than api/ says: `npm run api` writes the reports, read their diff')
  process.exitCode = 1
}

/** One report for each entry: `core.api.md`, `core.testing.api.md`. */
function toReports({ name, folder, exports }: Package): ExtractorConfig[] {
  const named = Object.entries(exports).filter(([, { types }]) => !isProgram(resolve(folder, types)))
  return named.map(([entry, { types }]) =>
    ExtractorConfig.prepare({
      configObjectFullPath: undefined,
      packageJsonFullPath: resolve(folder, 'package.json'),
      configObject: {
        projectFolder: resolve(folder),
        mainEntryPointFilePath: resolve(folder, types),
        compiler: { overrideTsconfig: COMPILER },
        apiReport: {
          enabled: true,
          reportFolder: REPORTS,
          reportTempFolder: SCRATCH,
          reportFileName: [basename(name), ...entry.split('/').slice(1)].join('.'),
        },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: { extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } } },
      },
    }),
  )
}

/** What is started and not imported declares nothing. */
function isProgram(declarations: string): boolean {
  return (
    readFileSync(declarations, 'utf8')
      .replace(/^\/\/.*$/gm, '')
      .trim() === 'export {};'
  )
}
