// Prints "N passed, N failed" from vitest's JSON reports and exits accordingly. Whatever kept tests from running counts as one
// failure, so that a broken run can never read as a green one. A second report is that of the files that failed in the first
// run, run again alone: a test that passes there is flaky, is listed as such, and does not fail the run.
//
//   node scripts/summary.ts <report> <exit status> [<second report> <exit status>]
//   node scripts/summary.ts --failed-files <report>
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

interface TestFile {
  readonly name: string
  readonly status: string
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
}

if (process.argv[2] === '--failed-files') {
  for (const { name } of read(process.argv[3]).filter(hasFailed)) console.log(relative(process.cwd(), name))
} else summarize(process.argv.slice(2))

function summarize([first, status = '1', second, secondStatus = '1']: readonly string[]): void {
  const files = read(first)
  const again = second === undefined ? [] : read(second)
  const repeated = new Map(again.map((file) => [file.name, file]))
  const isRepeated = second !== undefined && secondStatus === '0'
  const { passed, failed } = count(files.map((file) => (isRepeated && repeated.get(file.name)) || file))
  for (const file of isRepeated ? files.filter(hasFailed) : [])
    for (const { fullName } of file.assertionResults.filter((test) => test.status === 'failed'))
      console.log(`flaky: ${relative(process.cwd(), file.name)} > ${fullName}`)
  const isGreen = status === '0' || isRepeated
  const isBroken = failed === 0 && (!isGreen || passed === 0)
  console.log(`${passed} passed, ${isBroken ? 1 : failed} failed`)
  process.exitCode = isBroken || failed > 0 ? Number(status) || 1 : 0
}

function read(file: string | undefined): readonly TestFile[] {
  const text = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text === '' ? [] : (JSON.parse(text) as { testResults: TestFile[] }).testResults
}

function hasFailed({ status, assertionResults }: TestFile): boolean {
  return status === 'failed' || assertionResults.some((test) => test.status === 'failed')
}

function count(files: readonly TestFile[]): { passed: number; failed: number } {
  let [passed, failed] = [0, 0]
  for (const { status, assertionResults } of files) {
    const bad = assertionResults.filter((test) => test.status !== 'passed').length
    passed += assertionResults.length - bad
    failed += bad || Number(status === 'failed')
  }
  return { passed, failed }
}
