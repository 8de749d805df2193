import type { DeferMode } from '@mikro-orm/core'

/** A column as declared by its entity. */
export interface DeclaredColumn {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  /** As SQL. */
  readonly default: string | undefined
  /** The expression that computes it, as SQL. */
  readonly generated?: string | undefined
  /** Whether it holds the values of custom fields. */
  readonly isCustom: boolean
  /** The values of an enum. */
  readonly values: readonly string[] | undefined
  /** The default and the check constraint as PostgreSQL prints them, if it was asked. */
  readonly storedDefault?: string | undefined
  readonly storedCheck?: string | undefined
  readonly references: { readonly table: string; readonly onDelete: string | undefined } | undefined
}

/** A check constraint. */
export interface DeclaredCheck {
  readonly name: string
  readonly expression: string
  /** As PostgreSQL prints it, if it was asked. */
  readonly stored?: string | undefined
}

export interface DeclaredIndex {
  readonly columns: readonly string[]
  readonly isUnique: boolean
  /** The condition of a partial index, as SQL and, if PostgreSQL was asked, as it prints it. */
  readonly where?: string | undefined
  readonly storedWhere?: string | undefined
  /** When a unique constraint is checked, other than row by row: after each statement (`immediate`), or before the commit. */
  readonly deferMode?: `${DeferMode}` | undefined
}

/** A table as declared by its entity. */
export interface DeclaredTable {
  readonly moduleId: string
  readonly entity: string
  readonly name: string
  /** The helper function of the core that creates it. */
  readonly kind: 'scoped_table' | 'tenant_table' | undefined
  /** Excludes the columns that come with `kind`. */
  readonly columns: readonly DeclaredColumn[]
  readonly checks: readonly DeclaredCheck[]
  readonly indexes: readonly DeclaredIndex[]
  /** Columns of texts that lists are sorted by first, with the tenant before them, if there is one. */
  readonly sorted: readonly string[]
  /** Columns with a search index; empty if there are none. */
  readonly searched: readonly string[]
  /** Columns with long texts, and the languages of those texts. */
  readonly texts: { readonly columns: readonly string[]; readonly languages: readonly string[] } | undefined
}
