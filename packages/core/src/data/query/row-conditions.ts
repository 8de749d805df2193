import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { RowComparison, RowFieldType, RowOperator, RowPolicies, RowTest, SharedTest } from './row-tests.ts'
import { inScope, inTenant } from './scope-conditions.ts'
import type { Scope } from './scope.ts'

interface SqlTarget {
  readonly refOf: (column: string) => RawBuilder<unknown>
  readonly scope: Scope & { readonly policies?: RowPolicies | undefined }
  /** How many relations lead to the row. */
  readonly depth?: number
  /** How values are written. Default: as parameters, which indexes serve. */
  readonly toOperand?: ToOperand
}

type ToOperand = (value: unknown, type: RawBuilder<unknown>) => RawBuilder<unknown>

const toParameter: ToOperand = (value, type) => sql`${value}::${type}`

/** The condition as SQL that indexes can serve. Related rows count as far as the caller may read them. */
export function toSql(test: RowTest, target: SqlTarget): RawBuilder<SqlBool> {
  if ('all' in test) return joined(test.all, sql` and `, target) ?? sql`true`
  if ('any' in test) return joined(test.any, sql` or `, target) ?? sql`false`
  const { refOf, scope, depth = 0, toOperand = toParameter } = target
  if ('shared' in test) return isSharedWith(test.shared, refOf('id'), scope)
  const { of } = test.field
  if (!of) return compare(test, refOf, toOperand)
  const alias = `plinth_related_${depth}`
  const relatedRef = (column: string) => sql.ref(`${alias}.${column}`)
  const read = scope.policies?.get(of.table)?.read
  const conditions = [
    sql`${relatedRef('id')} = ${refOf(of.column)}`,
    of.isScoped ? inScope(scope, alias) : inTenant(scope, alias),
    compare(test, relatedRef, toOperand),
    ...(read ? [toSql(read, { refOf: relatedRef, scope, depth: depth + 1, toOperand })] : []),
  ]
  return sql`exists (select from ${sql.table(of.table)} as ${sql.id(alias)} where ${sql.join(conditions, sql` and `)})`
}

/** Whether the row with this id is shared with one of the subjects now. The ids are read once for each statement. */
export function isSharedWith(
  { kind, with: subjects, toEdit }: SharedTest['shared'],
  id: RawBuilder<unknown>,
  scope: Scope,
): RawBuilder<SqlBool> {
  const alias = 'plinth_share'
  const of = (column: string) => sql.raw(`${alias}.${column}`)
  const mayEdit = toEdit ? sql` and ${of('may_edit')}` : sql``
  return sql`${id} = any (array(select ${of('record_id')} from record_shares as ${sql.raw(alias)}
    where ${of('tenant_id')} = ${scope.tenantId} and ${of('kind')} = ${kind} and ${of('subject_id')} = any (${[...subjects]}::uuid[])${mayEdit}
      and (${of('expires_at')} is null or ${of('expires_at')} > now())))`
}

/** The tables of the rows that a condition refers to. */
export function relatedTables(test: RowTest): readonly string[] {
  return [...new Set(comparisonsIn(test).flatMap(({ field }) => field.of?.table ?? []))]
}

function joined(
  tests: readonly RowTest[],
  separator: RawBuilder<unknown>,
  target: SqlTarget,
): RawBuilder<SqlBool> | undefined {
  if (tests.length === 0) return undefined
  return sql`(${sql.join(
    tests.map((test) => toSql(test, target)),
    separator,
  )})`
}

/** The type of the value that a column is compared with. Indexes on smaller integers serve larger ones as well. */
const CASTS = {
  uuid: 'uuid',
  text: 'text',
  integer: 'bigint',
  decimal: 'numeric',
  float: 'float8',
  boolean: 'boolean',
  instant: 'timestamptz',
  date: 'date',
} as const

type RefOf = SqlTarget['refOf']

function compare({ field, operator, value }: RowComparison, refOf: RefOf, toOperand: ToOperand): RawBuilder<SqlBool> {
  const column = refOf(field.column)
  const { key, type } = field
  if (type === 'custom') return compareCustom(sql`${column} -> ${key}::text`, { operator, value }, toOperand)
  const cast = sql.raw(CASTS[type])
  const one = toOperand(value, cast)
  const list = toOperand(value, sql`${cast}[]`)
  if (operator === 'in') return sql`${column} = any (${list})`
  if (operator === 'startsWith') return sql`starts_with(${column}, ${one})`
  if (operator === 'notStartsWith') return sql`not starts_with(${column}, ${one})`
  if (operator === 'empty')
    return type === 'text' ? sql`(${column} is null or ${column} !~ '\\S')` : sql`${column} is null`
  if (operator === 'filled') return type === 'text' ? sql`${column} ~ '\\S'` : sql`${column} is not null`
  const condition = operator === 'notIn' ? sql`${column} <> all (${list})` : sql`${column} ${sql.raw(operator)} ${one}`
  return NUMBERS.has(type) ? sql`(${condition}${finiteFor(operator, column)})` : sql`${condition}`
}

/** Types with values that are not numbers in JSON. */
const NUMBERS: ReadonlySet<RowFieldType> = new Set(['decimal', 'float'])

/** Leaves out what is not finite, where PostgreSQL would order it: `NaN` is more than infinity. */
function finiteFor(operator: RowOperator, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const isBelow = operator.startsWith('<') ? sql`` : sql` and ${column} < 'Infinity'`
  const isAbove = operator.startsWith('>') ? sql`` : sql` and ${column} > '-Infinity'`
  return operator === '=' ? sql`` : sql`${isBelow}${isAbove}`
}

/** Values of custom fields are compared as JSON, in which a number is not equal to a text. */
function compareCustom(
  field: RawBuilder<unknown>,
  { operator, value }: Pick<RowComparison, 'operator' | 'value'>,
  toOperand: ToOperand,
): RawBuilder<SqlBool> {
  const json = (one: unknown) => toOperand(JSON.stringify(one), sql`jsonb`)
  const list = () =>
    toOperand(
      (value as readonly unknown[]).map((one) => JSON.stringify(one)),
      sql`jsonb[]`,
    )
  const isOf = (kind: string) => sql`jsonb_typeof(${field}) = ${sql.lit(kind)}`
  const text = sql`${field} #>> '{}'`
  if (operator === '=') return sql`${field} = ${json(value)}`
  if (operator === 'in') return sql`${field} = any (${list()})`
  if (operator === '!=') return sql`(${isOf(typeof value)} and ${field} <> ${json(value)})`
  if (operator === 'notIn')
    return sql`(${isOf(typeof (value as readonly unknown[])[0])}
      and ${field} <> all (${list()}))`
  if (operator === 'empty') return sql`(coalesce(${text}, '') !~ '\\S' or ${field} = '[]')`
  if (operator === 'filled') return sql`(coalesce(${text}, '') ~ '\\S' and ${field} <> '[]')`
  if (operator === 'startsWith')
    return sql`(${isOf('string')} and starts_with(${text}, ${toOperand(value, sql`text`)}))`
  if (operator === 'notStartsWith')
    return sql`(${isOf('string')} and not starts_with(${text}, ${toOperand(value, sql`text`)}))`
  return sql`case when ${isOf('number')} then (${text})::numeric ${sql.raw(operator)} ${toOperand(value, sql`numeric`)} else false end`
}

/** The condition as `plinth.permits` evaluates it on a row in JSON. */
export function toCompiled(test: RowTest): object {
  const vars: Record<string, unknown> = {}
  const relations: Record<string, string> = {}
  const path = pathOf(test, (value) => {
    const name = String(Object.keys(vars).length)
    vars[name] = value
    return `$"${name}"`
  })
  for (const { field } of comparisonsIn(test)) if (field.of) relations[field.of.column] = field.of.table
  const [shared] = sharesIn(test)
  return { path, vars, ...(Object.keys(relations).length > 0 && { relations }), ...shared }
}

/** The comparisons of a condition, in order. */
export function comparisonsIn(test: RowTest): readonly RowComparison[] {
  if ('all' in test) return test.all.flatMap(comparisonsIn)
  if ('any' in test) return test.any.flatMap(comparisonsIn)
  return 'shared' in test ? [] : [test]
}

function sharesIn(test: RowTest): readonly SharedTest[] {
  if ('all' in test) return test.all.flatMap(sharesIn)
  if ('any' in test) return test.any.flatMap(sharesIn)
  return 'shared' in test ? [test] : []
}

type Bind = (value: unknown) => string

function pathOf(test: RowTest, bind: Bind): string {
  if ('all' in test)
    return test.all.length === 0 ? '(1 == 1)' : `(${test.all.map((one) => pathOf(one, bind)).join(' && ')})`
  if ('any' in test)
    return test.any.length === 0 ? '(1 == 2)' : `(${test.any.map((one) => pathOf(one, bind)).join(' || ')})`
  if ('shared' in test) return '($."@shared" == true)'
  const { field, operator, value } = test
  const names = [
    ...(field.of ? [`@${field.of.column}`] : []),
    field.column,
    ...(field.key === undefined ? [] : [field.key]),
  ]
  const at = `$${names.map((name) => `.${JSON.stringify(name)}`).join('')}`
  const isFilled = `${at} like_regex "\\\\S"`
  const isText = field.type === 'text' || field.type === 'custom'
  const isEmptyList = field.type === 'custom' ? `${at}.type() == "array" && ${at}.size() == 0` : '1 == 2'
  if (operator === 'empty') {
    const isEmpty = isText
      ? `(!exists(${at}) || ${at} == null || ${at}.type() == "string" && !(${isFilled}) || ${isEmptyList})`
      : `(${at} == null)`
    // A related row that is not there, or that the caller may not read, has no values that could be empty.
    return field.of ? `(exists($."@${field.of.column}"."id") && ${isEmpty})` : isEmpty
  }
  if (operator === 'filled')
    return isText
      ? `(exists(${at}) && ${at} != null && (${at}.type() != "string" || ${isFilled}) && !(${isEmptyList}))`
      : `(exists(${at}) && ${at} != null)`
  // A list of values would otherwise be compared value by value.
  const first: unknown = Array.isArray(value) ? value[0] : value
  const isComparable = `${at}.type() == ${JSON.stringify(typeof first)}`
  const isSorted = isOrder(operator) && (field.type === 'instant' || field.type === 'date')
  const isYear = isSorted ? ` && ${at} like_regex ${SORTED_DATE}` : ''
  return `(${isComparable} && ${OPERATORS[operator](at, bind(toJson(value, field.type)))}${isYear})`
}

const isOrder = (operator: RowOperator) => ['<', '<=', '>', '>='].includes(operator)

/** Dates that sort as texts: not those before our era, and those after the year 9999. */
const SORTED_DATE = JSON.stringify('^(\\d{4}-[^B]*|-?infinity)$')

/** As `to_jsonb` writes values: numbers as numbers, and points in time in UTC without trailing zeros, which sort as texts. */
function toJson(value: unknown, type: RowFieldType): unknown {
  if (Array.isArray(value)) return value.map((one) => toJson(one, type))
  if (type !== 'instant') return value
  return new Date(String(value)).toISOString().replace(/\.?0*Z$/, '+00:00')
}

/** Comparisons in the path language, of values that are there. */
const OPERATORS = {
  '=': (at: string, value: string) => `${at} == ${value}`,
  '!=': (at: string, value: string) => `${at} != ${value}`,
  '<': (at: string, value: string) => `${at} < ${value}`,
  '<=': (at: string, value: string) => `${at} <= ${value}`,
  '>': (at: string, value: string) => `${at} > ${value}`,
  '>=': (at: string, value: string) => `${at} >= ${value}`,
  in: (at: string, value: string) => `${at} == ${value}[*]`,
  notIn: (at: string, value: string) => `!(${at} == ${value}[*])`,
  startsWith: (at: string, value: string) => `${at} starts with ${value}`,
  notStartsWith: (at: string, value: string) => `!(${at} starts with ${value})`,
  empty: (at: string) => at,
  filled: (at: string) => at,
} as const
