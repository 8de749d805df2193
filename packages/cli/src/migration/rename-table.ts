import type { Decisions } from './decisions.ts'
import type { DeclaredTable } from './declared-table.ts'
import type { MigrationStep } from './migration-step.ts'
import { ref } from './names.ts'
import type { Table } from './tables.ts'

/** A table that gets another name. */
interface RenamedTable {
  readonly from: string
  readonly table: DeclaredTable
  readonly actual: Table
}

/**
 * Renames a table. Hosts of the release before go on with a view of the old name, which is dropped in the next release. Its rows
 * are protected by the policies of the table. Returns a sentence if that is impossible.
 */
export function renameTable(
  { from, table: { name: to, moduleId }, actual }: RenamedTable,
  { allowLocks }: Decisions,
): readonly MigrationStep[] | string {
  if (actual.isSearched || actual.hasTexts)
    return `${from}: its searches are named after it. Keep \`tableName: '${from}'\`, which nobody else sees, or rename it by hand`
  const step = { moduleId, difference: `${from}: is called ${to} now` }
  const rename = `alter table ${ref(from)} rename to ${ref(to)};`
  if (allowLocks) return [{ ...step, sql: rename }]
  return [
    {
      ...step,
      sql: `${rename}
-- For hosts of the release before. The view shows what the policies of the table allow, and which version of a row it is (ctid).
create view ${ref(from)} with (security_invoker = true) as select *, ctid from ${ref(to)};
grant select, insert, update, delete on ${ref(from)} to plinth_app, plinth_system;`,
    },
    { ...step, isLater: true, sql: `drop view ${ref(from)};` },
  ]
}
