/** Quotes an identifier for SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
