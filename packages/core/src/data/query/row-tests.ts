/** The types of values that conditions on rows compare. */
export type RowFieldType = 'uuid' | 'text' | 'integer' | 'decimal' | 'float' | 'boolean' | 'instant' | 'date' | 'custom'

/** A value of a row. */
export interface RowField {
  readonly column: string
  readonly type: RowFieldType
  /** The key of a custom value, which the column contains. */
  readonly key?: string
  /** The related row that has the column, if it is not the row itself. */
  readonly of?: RelatedRow
}

/** A row that another one refers to. */
export interface RelatedRow {
  /** The column that refers to it. */
  readonly column: string
  readonly table: string
  /** Whether its rows belong to organizations. */
  readonly isScoped: boolean
}

export type RowOperator =
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'notIn'
  | 'startsWith'
  | 'notStartsWith'
  | 'empty'
  | 'filled'

/** Compares a value that is there: a row without one satisfies only `empty`. Lists are for `in` and `notIn`. */
export interface RowComparison {
  readonly field: RowField
  readonly operator: RowOperator
  readonly value: unknown
}

/** That the row is shared with one of these subjects: users, teams or roles. */
export interface SharedTest {
  readonly shared: { readonly kind: string; readonly with: readonly string[]; readonly toEdit: boolean }
}

/** A condition on a row. An empty `all` is true for every row, an empty `any` for none. There are no negations. */
export type RowTest =
  | { readonly all: readonly RowTest[] }
  | { readonly any: readonly RowTest[] }
  | SharedTest
  | RowComparison

/** What callers with row policies may do to a row. Whoever may not read a row can neither change nor delete it. */
export type RowAction = 'read' | 'update' | 'delete'

/** The conditions of a caller by table; an action without one is open. */
export type RowPolicies = ReadonlyMap<string, Readonly<Partial<Record<RowAction, RowTest>>>>
