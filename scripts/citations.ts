/**
 * Rules of other documents: `(K1)`, `(decision 13, K1)`, `(S-6)`, `(6.4)`, `section 4.5`, `spec 3`, `§ 7`, `law 4`, `D-12`,
 * and titles of tests that begin with a section: `'7.8 GET /auth/profile'`.
 */
const FOREIGN = [
  / \((?:decisions? [\d, ]+, )?[A-Z]{1,2}-?\d{1,2}(?:, [A-Z]{1,2}-?\d{1,2})*\)/g,
  /^\s*(?:\*|\/\/|\/\*\*|--).* \(\d{1,2}(?:\.\d{1,2})+\)/gm,
  /\b(?:sections?|chapters?|specs?|defects?|findings?|laws?) \d+(?:\.\d+)*\b/gi,
  /\bD-\d+\b|§ ?\d/g,
  /^\s*(?:async )?'\d{1,2}(?:\.\d{1,2})+ [A-Z][^']*'/gm,
]

/** What a text cites besides RFCs and `decision: Undo and redo`: rules that nobody finds who has this repository alone. */
export function foreignCitations(text: string): readonly string[] {
  const own = text.replace(/RFC \d+, section [\d.]+/g, '')
  return FOREIGN.flatMap((pattern) => [...own.matchAll(pattern)].map(([words]) => words.trim()))
}
