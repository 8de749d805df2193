import pg from 'pg'

/** Dates and times without a zone, which are returned as the server writes them. */
const DATES = [1082, 1114, 1186]

const INT8 = 20

const TIMESTAMPTZ = 1184

/** Values ready for JSON: timestamps in ISO 8601, and counts as numbers. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') => {
    if (oid === TIMESTAMPTZ) return toIso
    if (oid === INT8) return Number
    return DATES.includes(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

/**
 * Converts a UTC timestamp as the server writes it, `2026-01-31 12:00:00.5+00`, to ISO 8601. All but years before 0 and after 9999 have
 * the same digits, so that they need not be parsed: a list has two or three in each row.
 */
function toIso(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return toParsedIso(text)
  const fraction = text[19] === '.' ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

const toParsedIso = (text: string) => new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString()
