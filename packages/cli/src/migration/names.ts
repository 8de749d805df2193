import { escapeIdentifier } from 'pg'

/** An identifier, quoted if necessary. */
export const ref = (name: string) =>
  /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : escapeIdentifier(name)

const RESERVED = new Set(
  'all and any array as asc both case cast check collate column constraint create default desc distinct do else end except false fetch for foreign from grant group having in initially intersect into lateral leading limit not null offset on only or order placing primary references returning select some symmetric table then to trailing true union unique user using variadic when where window with'.split(
    ' ',
  ),
)
