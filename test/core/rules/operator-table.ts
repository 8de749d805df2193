/** The values on both sides of the operator table, in the order of its rows and columns. */
export const SIDES: readonly unknown[] = [
  undefined,
  null,
  0,
  5,
  '',
  '5',
  'ab',
  true,
  false,
  '2026-01-02',
  [],
  [5],
  ['ab', 0],
  {},
  { a: 1 },
]

/**
 * The operators as a table: one row for each left side, one column for each right side, `T` where the comparison holds.
 * The other five operators are the negations of these or the same.
 */
export const TABLES = {
  '=': `
    TT.............  missing
    TT.............  null
    ..T.T...T.T....  0
    ...T.T.....T...  5
    ..T.T..........  ""
    ...T.T.........  "5"
    ......T........  "ab"
    .......T.......  true
    ..T.....T......  false
    .........T.....  "2026-01-02"
    ..T............  []
    ...T...........  [5]
    ...............  ["ab", 0]
    ...............  {}
    ...............  { a: 1 }
  `,
  '>': `
    ...............  missing
    ...............  null
    TT...........TT  0
    TTT.T..TTTT..TT  5
    TT.............  ""
    TTT.T..TTTT..TT  "5"
    TTTTTT...TTT.TT  "ab"
    TTT.T.T.TTT.TTT  true
    TT....T..T..TTT  false
    TTT.T.....T..TT  "2026-01-02"
    TT.............  []
    TTT.T..TTTT..TT  [5]
    TTTTTTT..TTT.TT  ["ab", 0]
    TT..T.....T....  {}
    TT..T.....T....  { a: 1 }
  `,
  '>=': `
    TT.............  missing
    TT.............  null
    TTT.T...T.T..TT  0
    TTTTTT.TTTTT.TT  5
    TTT.T...T.T....  ""
    TTTTTT.TTTTT.TT  "5"
    TTTTTTT..TTT.TT  "ab"
    TTT.T.TTTTT.TTT  true
    TTT.T.T.TTT.TTT  false
    TTT.T....TT..TT  "2026-01-02"
    TTT.T...T.T....  []
    TTTTTT.TTTTT.TT  [5]
    TTTTTTT..TTTTTT  ["ab", 0]
    TT..T.....T..TT  {}
    TT..T.....T..TT  { a: 1 }
  `,
  '<': `
    ..TTTTTTTTTTTTT  missing
    ..TTTTTTTTTTTTT  null
    ...T.TTT.T.TT..  0
    ......T.....T..  5
    ...T.TTT.T.TTTT  ""
    ......T.....T..  "5"
    .......TT...T..  "ab"
    ...T.T.....T...  true
    ...T.T.T...T...  false
    ...T.TTTT..TT..  "2026-01-02"
    ...T.TTT.T.TTTT  []
    ......T.....T..  [5]
    .......TT......  ["ab", 0]
    ..TT.TTTTT.TT..  {}
    ..TT.TTTTT.TT..  { a: 1 }
  `,
  '<=': `
    TTTTTTTTTTTTTTT  missing
    TTTTTTTTTTTTTTT  null
    ..TTTTTTTTTTT..  0
    ...T.TT....TT..  5
    ..TTTTTTTTTTTTT  ""
    ...T.TT....TT..  "5"
    ......TTT...T..  "ab"
    ...T.T.T...T...  true
    ..TTTT.TT.TT...  false
    ...T.TTTTT.TT..  "2026-01-02"
    ..TTTTTTTTTTTTT  []
    ...T.TT....TT..  [5]
    .......TT...T..  ["ab", 0]
    ..TT.TTTTT.TTTT  {}
    ..TT.TTTTT.TTTT  { a: 1 }
  `,
  IN: `
    ...............  missing
    ...............  null
    ............T..  0
    ...........T...  5
    ............T..  ""
    ...........T...  "5"
    ............T..  "ab"
    ...............  true
    ............T..  false
    ...............  "2026-01-02"
    ............T..  []
    ...........T...  [5]
    ...............  ["ab", 0]
    ...............  {}
    ...............  { a: 1 }
  `,
  CONTAINS: `
    ...............  missing
    ...............  null
    ...............  0
    ...............  5
    ....T.....T....  ""
    ...TTT....TT...  "5"
    ....T.T...T....  "ab"
    ...............  true
    ...............  false
    ..T.T....TT....  "2026-01-02"
    ...............  []
    ...T.T.....T...  [5]
    ..T.T.T.T.T....  ["ab", 0]
    ...............  {}
    ...............  { a: 1 }
  `,
  STARTS_WITH: `
    ...............  missing
    ...............  null
    ..T.T.....T....  0
    ...TTT....TT...  5
    ....T.....T....  ""
    ...TTT....TT...  "5"
    ....T.T...T....  "ab"
    ....T..T..T....  true
    ....T...T.T....  false
    ....T....TT....  "2026-01-02"
    ....T.....T....  []
    ...TTT....TT...  [5]
    ....T.T...T.T..  ["ab", 0]
    ....T.....T..TT  {}
    ....T.....T..TT  { a: 1 }
  `,
  ENDS_WITH: `
    ...............  missing
    ...............  null
    ..T.T.....T....  0
    ...TTT....TT...  5
    ....T.....T....  ""
    ...TTT....TT...  "5"
    ....T.T...T....  "ab"
    ....T..T..T....  true
    ....T...T.T....  false
    ....T....TT....  "2026-01-02"
    ....T.....T....  []
    ...TTT....TT...  [5]
    ..T.T.....T.T..  ["ab", 0]
    ....T.....T..TT  {}
    ....T.....T..TT  { a: 1 }
  `,
  MATCHES: `
    ...............  missing
    ...............  null
    ..T.T.....T....  0
    ...TTT....TT...  5
    ....T.....T....  ""
    ...TTT....TT...  "5"
    ....T.T...T..TT  "ab"
    ....T..T..T..TT  true
    ....T...T.T..TT  false
    ..T.T....TT....  "2026-01-02"
    ....T.....T....  []
    ...TTT....TT...  [5]
    ..T.T.T...T.TTT  ["ab", 0]
    ....T.....T..TT  {}
    ....T.....T..TT  { a: 1 }
  `,
  IS_EMPTY: `
    TTTTTTTTTTTTTTT  missing
    TTTTTTTTTTTTTTT  null
    ...............  0
    ...............  5
    TTTTTTTTTTTTTTT  ""
    ...............  "5"
    ...............  "ab"
    ...............  true
    ...............  false
    ...............  "2026-01-02"
    TTTTTTTTTTTTTTT  []
    ...............  [5]
    ...............  ["ab", 0]
    TTTTTTTTTTTTTTT  {}
    ...............  { a: 1 }
  `,
} as const
