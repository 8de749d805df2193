/** The values to which a check constraint, as PostgreSQL prints it, limits its only column; undefined for any other check. */
export const allowedValues = (check: string): readonly string[] | undefined =>
  IN_LIST.test(check)
    ? [...check.matchAll(/'((?:[^']|'')*)'/g)].map(([, value]) => value!.replaceAll("''", "'"))
    : undefined

/** How PostgreSQL prints \`column in ('a', 'b')\`, and the same with one value. */
const IN_LIST = /^CHECK \(\(+"?\w+"?\)?(::text)? = (ANY \(\(?ARRAY\[|')/
