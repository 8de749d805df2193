// Prints "N passed, N failed" from vitest's JSON report and exits as the run did. Whatever kept tests from running
// counts as one failure, so that a broken run can never read as a green one.
import { readFileSync } from 'node:fs'

interface Report {
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

const [file = '', status = '1'] = process.argv.slice(2)
const { passed, failed } = count(readFileSync(file, 'utf8'))
const isBroken = failed === 0 && (status !== '0' || passed === 0)
console.log(`${passed} passed, ${isBroken ? 1 : failed} failed`)
process.exitCode = isBroken || failed > 0 ? Number(status) || 1 : 0

function count(text: string): { passed: number; failed: number } {
  const { testResults } = (text === '' ? { testResults: [] } : JSON.parse(text)) as Report
  let [passed, failed] = [0, 0]
  for (const { status: state, assertionResults } of testResults) {
    const bad = assertionResults.filter((test) => test.status !== 'passed').length
    passed += assertionResults.length - bad
    failed += bad || Number(state === 'failed')
  }
  return { passed, failed }
}
