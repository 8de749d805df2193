/** A row that differs from what the entry left, and the fields that differ. */
export interface Conflict {
  readonly table: string
  readonly id: string
  readonly fields: readonly string[]
  /** The organization of the row, if others have added the row. */
  readonly organizationId?: string | null
  /** The row of the entry that others have referred to by adding this row. */
  readonly refersTo?: { readonly table: string; readonly id: string }
}

/** Maximum number of rows listed per column in an error. */
export const NAMED = 20
