/** Bookkeeping columns in every table that has them. */
export const BY_NAME: readonly string[] = ['updated_at', 'updated_by']
