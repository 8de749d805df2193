import type { RowAction } from '../data/query/row-tests.ts'

/** The row of a user, or of one of the user's roles. */
export type AclSource =
  | { readonly kind: 'user' }
  | { readonly kind: 'role'; readonly id: string; readonly name: string }

/** A condition of the rule language, as stored. */
export type PolicyCondition = Readonly<Record<string, unknown>>

/** The properties that may be read and written. Absent: all of them may be read, and what may be read may be written. */
export interface FieldLists {
  readonly read?: readonly string[]
  readonly write?: readonly string[]
}

/** What restricts the rows and fields of one kind of resource. */
export type KindPolicies = Readonly<Partial<Record<RowAction, PolicyCondition>>> & { readonly fields?: FieldLists }

/** The policies of one row of rights, by kind of resource (`catalog.product`). */
export type StoredPolicies = Readonly<Record<string, KindPolicies>>

/** The policies of one row of rights, and the features that they restrict. */
export interface PolicyEntry {
  readonly source: AclSource
  readonly features: readonly string[]
  readonly policies: StoredPolicies | null
}

/**
 * What restricts the rows and fields of a subject. The entries of a layer add up: a row is visible if one of them permits it. All layers must
 * permit it: that of an API key, and that of its creator.
 */
export type PolicyLayer = readonly PolicyEntry[]
