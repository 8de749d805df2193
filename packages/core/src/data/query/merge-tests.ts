import type { RowComparison, RowTest } from './row-tests.ts'

/**
 * Alternatives without those that are there twice. Those that compare one column with values become one, so that an index finds the
 * rows of all roles at once.
 */
export function mergeAlternatives(tests: readonly RowTest[]): readonly RowTest[] {
  const merged = new Map<string, RowTest>()
  for (const test of tests) {
    if (!hasValues(test)) {
      merged.set(JSON.stringify(test), test)
      continue
    }
    const key = JSON.stringify(test.field)
    const former = merged.get(key) as RowComparison | undefined
    const values = [...new Set([former?.value ?? [], test.value].flat())]
    merged.set(
      key,
      values.length === 1 ? { ...test, operator: '=', value: values[0] } : { ...test, operator: 'in', value: values },
    )
  }
  return [...merged.values()]
}

/** Custom values of several types cannot be in one list. */
const hasValues = (test: RowTest): test is RowComparison =>
  'field' in test && test.field.type !== 'custom' && (test.operator === '=' || test.operator === 'in')
