import type { Queryable } from '../data/pool.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'

/** Refuses a database in which the function that a search asks is missing, or is not confined to what is searched. */
export async function checkSearches(db: Queryable, modules: readonly Module[]): Promise<void> {
  const { rows } = await db.query<{ name: string }>(`select proname as name from pg_proc
    where pronamespace = 'plinth'::regnamespace and prosecdef and proowner = 'plinth_search'::regrole`)
  const known = new Set(rows.map(({ name }) => name))
  for (const search of modules.flatMap(({ searches = [] }) => searches)) {
    const { tableName } = search.entity.meta
    const [finder, word] = 'languages' in search ? ['find', 'full_text'] : ['search', 'searchable']
    if (!known.has(`${finder}_${tableName}`))
      throw brokenSetup(
        `'${tableName}' is searched, and no migration says \`select plinth.${word}('${tableName}', …)\``,
      )
  }
}
