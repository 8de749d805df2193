import pg from 'pg'

const DATES = [1082, 1114, 1184, 1186]

/** As MikroORM expects: dates as the server's own text. */
export const entityTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') =>
    DATES.includes(oid)
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const INT8 = 20

const TIMESTAMPTZ = 1184

/** For plain rows: ISO 8601 timestamps, and counts as numbers, ready for JSON. */
export const plainTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') => {
    if (oid === TIMESTAMPTZ) return toIso
    if (oid === INT8) return Number
    return DATES.includes(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

/** Converts a UTC timestamp as the server writes it, `2026-01-31 12:00:00.5+00`, to ISO 8601. */
function toIso(text: string): string {
  return new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString()
}
