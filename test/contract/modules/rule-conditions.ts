import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, uuid } from '../_frame/statement.ts'
import { type Visitor } from '../_frame/visitor.ts'
import { newRule, rule, RULES } from './_rules.ts'
import { show } from './_words.ts'

const OPERATORS =
  '= == != > >= < <= IN NOT_IN CONTAINS NOT_CONTAINS STARTS_WITH ENDS_WITH MATCHES IS_EMPTY IS_NOT_EMPTY'
const FAULT = /^Validation failed: conditionExpression: Invalid condition expression: /
const about = (detail: string) => new RegExp(`${FAULT.source}.*${detail}`)

const ok = { field: 'total', operator: '>', value: 1 }
const bad = { field: '1total', operator: '>', value: 1 }
const all = (...rules: unknown[]) => ({ operator: 'AND', rules: rules as never[] })
const nested = (levels: number): unknown => (levels === 0 ? ok : all(nested(levels - 1)))

const create = (admin: Visitor, conditionExpression: unknown) => admin.post(RULES, rule({ conditionExpression }))

const takes = (admin: Visitor, what: string, condition: unknown): Statement =>
  says(`takes ${what}`, create(admin, condition), 201, exactly({ id: uuid }))
const refuses = (
  admin: Visitor,
  what: string,
  ...[condition, text = FAULT]: [condition: unknown, text?: RegExp]
): Statement => says(`refuses ${what}`, create(admin, condition), 400, text)

/** Look-around and back references, which no search in linear time has (decision: Rules that could never run). */
const UNSUPPORTED = ['(?=a)', '(?!a)', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>']
const matching = (value: string) => ({ field: 'name', operator: 'MATCHES', value })

/** What a condition may be when it is written. */
export const ruleConditions = group(
  'Conditions of rules, as they are written',
  {
    async scenario({ admin }) {
      const condition = { ...all({ ...ok, hint: 'kept' }), note: 'kept' }
      return { ruleId: await newRule(admin), told: await newRule(admin, { conditionExpression: condition }), condition }
    },
  },
  {
    Operators: ({ admin }) => [
      ...OPERATORS.split(' ').map((operator) => takes(admin, operator, { field: 'a', operator, value: ['a'] })),
      ...['AND', 'OR', 'NOT'].map((operator) => takes(admin, `${operator} of conditions`, { operator, rules: [ok] })),
      ...['in', 'contains', 'matches', 'is_empty', '===', '<>', 'LIKE', ''].map((operator) =>
        refuses(admin, `the operator '${operator}'`, { ...ok, operator }, about('Operator must be one of')),
      ),
      ...['and', 'or', 'not', 'XOR', '', null].map((operator) =>
        refuses(admin, `a group by ${show(operator)}`, { operator, rules: [ok] }, about('Operator of a group')),
      ),
      refuses(admin, 'an operator that is no text', { ...ok, operator: 7 }),
    ],
    'What is no condition': ({ admin }) => [
      ...[null, 0, '', false].map((condition) => takes(admin, `${show(condition)}: always true`, condition)),
      says('takes a rule without one', admin.post(RULES, rule()), 201, { id: uuid }),
      ...[[], {}, 'total > 1', 5, true, [ok], { rules: 'x' }, { rules: {} }].map((condition) =>
        refuses(admin, show(condition), condition, about('Structure must be')),
      ),
    ],
    'A comparison': ({ admin }) => [
      ...['field', 'operator', 'value'].map((key) =>
        refuses(admin, `one without ${key}`, { ...ok, [key]: undefined }, about('Structure must be')),
      ),
      refuses(admin, 'IS_EMPTY without a value', { field: 'a', operator: 'IS_EMPTY' }, about('Structure must be')),
      refuses(admin, 'IS_NOT_EMPTY without a value', { field: 'a', operator: 'IS_NOT_EMPTY' }),
      takes(admin, 'IS_EMPTY with null', { field: 'a', operator: 'IS_EMPTY', value: null }),
      refuses(admin, 'a value field without a value', { field: 'a', operator: '=', valueField: 'b' }),
      takes(admin, 'a value field beside null', { field: 'a', operator: '=', value: null, valueField: 'b' }),
      ...['a', '_a', 'a1', 'a.b', 'a[0]', 'items[0].quantity', 'A_9.x', 'f'.repeat(200)].map((field) =>
        takes(admin, `the field ${field.slice(0, 20)} (${field.length})`, { ...ok, field }),
      ),
      ...['', '1a', '.a', 'a-b', 'a b', '$a', 'ä', 'a/b', '[0]', '{a}', 'a()'].map((field) =>
        refuses(admin, `the field '${field}'`, { ...ok, field }, about('Field must begin with a letter or _')),
      ),
      ...[5, null, ['a']].map((field) => refuses(admin, `the field ${show(field)}`, { ...ok, field })),
      ...['b', '', null, 0, false, 'a path that nobody checks!'].map((valueField) =>
        takes(admin, `the value field ${show(valueField)}`, { ...ok, valueField }),
      ),
      ...[5, true, {}, ['b']].map((valueField) =>
        refuses(admin, `the value field ${show(valueField)}`, { ...ok, valueField }, about('Value field must be text')),
      ),
    ],
    Limits: ({ admin }) => [
      refuses(admin, 'a field of 201 characters', { ...ok, field: 'f'.repeat(201) }, about('exceeds safety limits')),
      takes(admin, 'a group of 50', all(...Array.from({ length: 50 }, () => ok))),
      refuses(admin, 'a group of 51', all(...Array.from({ length: 51 }, () => ok)), about('exceeds safety limits')),
      refuses(admin, 'a group of none', all(), about('A group needs at least one rule')),
      ...[1, 2, 3, 4, 5].map((levels) => takes(admin, `a comparison inside ${levels} groups`, nested(levels))),
      ...[6, 10].map((levels) =>
        refuses(admin, `${levels} groups`, nested(levels), about('Nested deeper than 5 groups')),
      ),
      ...[11, 40].map((levels) => refuses(admin, `${levels} groups`, nested(levels), about('exceeds safety limits'))),
      refuses(
        admin,
        'what is too deep before what is wrong in it',
        all(nested(12), bad),
        about('exceeds safety limits'),
      ),
    ],
    'What is told of faults': ({ admin }) => [
      refuses(admin, 'the first of three by its number', all(bad, ok, ok), about('Rule 1: Field')),
      refuses(admin, 'every failing one', all(bad, ok, bad), about('Rule 1: Field.*, Rule 3: Field')),
      refuses(admin, 'none that is well', all(ok, bad), /^(?!.*Rule 1).*Rule 2/),
      refuses(admin, 'one in a group by its chain', all(ok, all(bad)), about('Rule 2: Rule 1: Field')),
      refuses(admin, 'two faults of one', { ...bad, operator: 'x' }, about('Field must.*, Operator must')),
    ],
    MATCHES: ({ admin, ruleId }) => [
      ...['^a+$', '[a-z]{2,}', '(?:a|b)c', '\\bword\\b', 'a.*b', ''].map((value) =>
        takes(admin, `the pattern '${value}'`, matching(value)),
      ),
      takes(admin, 'a pattern that is none: it never matches', matching('(')),
      takes(admin, 'one of more than 200 characters: it never matches', matching('a'.repeat(201))),
      ...UNSUPPORTED.map((value) =>
        refuses(admin, value, matching(value), about('MATCHES cannot search this pattern')),
      ),
      ...UNSUPPORTED.map((value) =>
        says(
          `refuses ${value} in a change`,
          admin.put(RULES, { id: ruleId, conditionExpression: matching(value) }),
          400,
          about('MATCHES cannot search this pattern'),
        ),
      ),
      refuses(admin, 'one in a group, with its place', all(ok, matching('(?=a)')), about('Rule 2: MATCHES cannot')),
      takes(admin, 'one that a value field stands for', { ...matching('(?=a)'), valueField: 'pattern' }),
      takes(admin, 'one that a token stands for', matching('{{user.email}}')),
      takes(admin, 'the same text for another operator', { ...matching('(?=a)'), operator: '=' }),
    ],
    'Changes and what is kept': ({ admin, ruleId, told, condition }) => [
      ...[all(bad), {}, all(), nested(6)].map((one) =>
        says(
          `refuses ${show(one)} in a change`,
          admin.put(RULES, { id: ruleId, conditionExpression: one }),
          400,
          FAULT,
        ),
      ),
      says('keeps what is written, unknown members included', admin.get(`${RULES}/${told}`), 200, {
        conditionExpression: condition,
      }),
      says('takes a condition in a change', admin.put(RULES, { id: ruleId, conditionExpression: ok }), 200, {
        ok: true,
      }),
      says('which is told from then on', admin.get(`${RULES}/${ruleId}`), 200, { conditionExpression: ok }),
      says('null takes it back', admin.put(RULES, { id: ruleId, conditionExpression: null }), 200),
      says('and null is told', admin.get(`${RULES}/${ruleId}`), 200, { conditionExpression: null }),
    ],
  },
)
