import { group } from '../_frame/group.ts'
import { says, type Statement } from '../_frame/statement.ts'
import { type Visitor } from '../_frame/visitor.ts'
import { EXECUTE, newRule } from './_rules.ts'

const OPERATORS =
  '= == != > >= < <= IN NOT_IN CONTAINS NOT_CONTAINS STARTS_WITH ENDS_WITH MATCHES IS_EMPTY IS_NOT_EMPTY'

/** Stands for a field that the data does not have. */
const missing = Symbol('missing')
type Row = readonly [left: unknown, right: unknown, verdict: boolean]

const show = (value: unknown) => (value === missing ? 'missing' : (JSON.stringify(value) ?? '').slice(0, 40))
const dataOf = (left: unknown, right: unknown) => ({ ...(left !== missing && { left }), right })
const inverted = (rows: readonly Row[]): Row[] => rows.map(([left, right, verdict]) => [left, right, !verdict])

const EQUAL: readonly Row[] = [
  [null, null, true],
  [missing, null, true],
  [null, 0, false],
  [0, null, false],
  ['', null, false],
  [1, 1, true],
  [1, 2, false],
  [1, '1', true],
  ['1', 1, true],
  ['1.0', 1, true],
  ['1e3', 1000, true],
  ['0x10', 16, true],
  ['a', 1, false],
  ['', 0, true],
  [' ', 0, true],
  [true, 1, true],
  [false, 0, true],
  [true, 2, false],
  [true, 'true', false],
  [true, true, true],
  [true, false, false],
  ['a', 'a', true],
  ['a', 'A', false],
  ['1', '1.0', false],
  [[], 0, true],
  [[5], 5, true],
  [[1, 2], 1, false],
  [[1], [1], false],
  [{}, {}, false],
]

/** What is compared, and whether the left side is less (-1), alike (0) or more (1). */
const ORDER: readonly (readonly [left: unknown, right: unknown, order: -1 | 0 | 1])[] = [
  [null, null, 0],
  [missing, null, 0],
  [missing, 5, -1],
  [missing, -5, -1],
  [5, null, 1],
  ['', -1, 1],
  [2, 1.5, 1],
  ['10', 9, 1],
  ['10', '9', 1],
  [true, 0, 1],
  [[3], 2, 1],
  ['a', 'a', 0],
  ['b', 'a', 1],
  ['B', 'a', 1],
  ['abc', 'abd', -1],
  ['2026-01-02', '2026-01-01', 1],
  ['2026-01-01T00:00:00Z', '2026-01-01', 0],
  ['2026-01-01T01:00:00+02:00', '2026-01-01', -1],
]

const IN: readonly Row[] = [
  [1, [1, 2], true],
  [1, ['1'], true],
  ['1', [1], true],
  [3, [1, 2], false],
  ['a', ['A'], false],
  [null, [null], true],
  [missing, [null], true],
  [null, [], false],
  ['a', 'abc', false],
  ['a', null, false],
  ['a', { a: 1 }, false],
]

const CONTAINS: readonly Row[] = [
  [null, 'a', false],
  [missing, 'a', false],
  [['a', 'b'], 'a', true],
  [['a', 'b'], 'A', false],
  [[1], '1', true],
  [[1], 2, false],
  ['abc', 'b', true],
  ['abc', 'B', false],
  ['abc', '', true],
  ['null!', null, true],
  ['abc', null, false],
  ['a1', 1, true],
  [5, 5, false],
  [true, 't', false],
  [{ a: 1 }, 'a', false],
]

const STARTS: readonly Row[] = [
  [null, 'a', false],
  ['a', null, false],
  ['abc', 'ab', true],
  ['abc', 'bc', false],
  ['abc', '', true],
  ['Abc', 'a', false],
  [123, '12', true],
  ['123', 12, true],
  [true, 'tr', true],
]

const ENDS: readonly Row[] = [
  [null, 'a', false],
  ['a', null, false],
  ['abc', 'bc', true],
  ['abc', 'ab', false],
  ['abc', '', true],
  ['abC', 'c', false],
  [123, 23, true],
]

const MATCHES: readonly Row[] = [
  [null, 'a', false],
  ['a', null, false],
  ['abc', 'b', true],
  ['abc', '^b', false],
  ['abc', '^abc$', true],
  ['abc', 'B', false],
  ['abc', '(', false],
  ['abc', '(abc)', true],
  ['a'.repeat(201), 'a'.repeat(200), true],
  ['a'.repeat(201), 'a'.repeat(201), false],
  ['abbc', '^(ab+)c+$', false],
  ['aaa', '(a+)+', false],
  ['a\nb', '^b', false],
  [123, '2', true],
  ['a'.repeat(40), '^(a|aa)+$', true],
]

const EMPTY: readonly Row[] = [
  [null, 1, true],
  [missing, 1, true],
  ['', 1, true],
  ['  ', 1, true],
  [[], 1, true],
  [{}, 1, true],
  [0, null, false],
  [false, null, false],
  ['a', null, false],
  [[0], null, false],
  [{ a: null }, null, false],
]

const BY_SIGN = {
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
}

interface Made {
  readonly admin: Visitor
  /** A rule for each operator, which compares `left` with `right`. */
  readonly ruleOf: Readonly<Record<string, string>>
}

const verdicts = ({ admin, ruleOf }: Made, operator: string, rows: readonly Row[]): Statement[] =>
  rows.map(([left, right, conditionResult]) =>
    says(
      `${show(left)} ${operator} ${show(right)} is ${conditionResult}`,
      admin.post(`${EXECUTE}/${ruleOf[operator]}`, { dryRun: true, data: dataOf(left, right) }),
      200,
      { success: true, conditionResult },
    ),
  )

/** What each operator says of two values. */
export const ruleVerdicts = group(
  'Operators of conditions',
  {
    async scenario({ admin }) {
      const ruleOf: Record<string, string> = {}
      for (const operator of OPERATORS.split(' ')) {
        const conditionExpression = { field: 'left', operator, value: null, valueField: 'right' }
        ruleOf[operator] = await newRule(admin, { conditionExpression })
      }
      return { ruleOf }
    },
  },
  {
    Equality: (made) => [
      ...verdicts(made, '=', EQUAL),
      ...verdicts(made, '==', EQUAL),
      ...verdicts(made, '!=', inverted(EQUAL)),
    ],
    Order: (made) =>
      Object.entries(BY_SIGN).flatMap(([operator, holds]) =>
        verdicts(
          made,
          operator,
          ORDER.map(([left, right, order]): Row => [left, right, holds(order)]),
        ),
      ),
    Lists: (made) => [...verdicts(made, 'IN', IN), ...verdicts(made, 'NOT_IN', inverted(IN))],
    Parts: (made) => [
      ...verdicts(made, 'CONTAINS', CONTAINS),
      ...verdicts(made, 'NOT_CONTAINS', inverted(CONTAINS)),
      ...verdicts(made, 'STARTS_WITH', STARTS),
      ...verdicts(made, 'ENDS_WITH', ENDS),
    ],
    Patterns: (made) => verdicts(made, 'MATCHES', MATCHES),
    Emptiness: (made) => [...verdicts(made, 'IS_EMPTY', EMPTY), ...verdicts(made, 'IS_NOT_EMPTY', inverted(EMPTY))],
  },
)
