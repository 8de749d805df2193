// Prints "N passed, N failed" from vitest's JSON report and exits as the run did. Whatever kept tests from running
// counts as one failure, so that a broken run can never read as a green one.
import { readFileSync } from 'node:fs'

const [file, status] = process.argv.slice(2)
const { passed, failed } = count(file)
const broken = Number(status) !== 0 && failed === 0
console.log(`${passed} passed, ${broken ? 1 : failed} failed`)
process.exitCode = broken || failed > 0 || passed === 0 ? Number(status) || 1 : 0

function count(path) {
  const text = readFileSync(path, 'utf8')
  if (text === '') return { passed: 0, failed: 0 }
  const { testResults } = JSON.parse(text)
  let [passed, failed] = [0, 0]
  for (const { status: state, assertionResults } of testResults) {
    const bad = assertionResults.filter((test) => test.status !== 'passed').length
    passed += assertionResults.length - bad
    failed += bad || Number(state === 'failed')
  }
  return { passed, failed }
}
