import { kindOf } from '@plinth/core/internal'
import { escapeLiteral } from 'pg'
import type { DeclaredTable } from './declared-table.ts'
import { inSlices } from './in-slices.ts'
import type { MigrationStep } from './migration-step.ts'
import { ref } from './names.ts'
import { createTable } from './statements.ts'
import type { Table } from './tables.ts'

/** Columns of a table that a new one takes over. */
export interface SplitColumns {
  readonly source: Table
  readonly target: DeclaredTable
  /** Their names, which are the same in both tables. */
  readonly columns: readonly string[]
  /** The column of the new table that refers to the other one. */
  readonly reference: string
}

/** What `--split` names, or a sentence if it cannot be done while hosts of both releases run. */
export function findSplit(
  { from, to }: { readonly from: string; readonly to: string },
  declared: readonly DeclaredTable[],
  tables: ReadonlyMap<string, Table>,
): SplitColumns | string {
  const fail = (why: string) => `--split ${from}:${to}: ${why}`
  const [source, kept, target] = [
    tables.get(from),
    ...[from, to].map((name) => declared.find((one) => one.name === name)),
  ]
  if (!source || !kept) return fail(`there is no table ${from}`)
  if (!target?.kind) return fail(`no entity that extends Scoped or TenantScoped is stored in ${to}`)
  if (tables.has(to)) return fail(`there is a table ${to} already`)
  const moved = source.columns.filter(
    ({ name }) => !kept.columns.some((one) => one.name === name) && target.columns.some((one) => one.name === name),
  )
  if (moved.length === 0) return fail(`no column of ${from} is declared by '${target.entity}' now`)
  const reference = target.columns.find(({ references }) => references?.table === from)
  if (!reference) return fail(`'${target.entity}' has no relation to ${from}`)
  const path = `${to}.${reference.name}`
  if (reference.references?.onDelete !== 'cascade')
    return fail(
      `hosts of the release before delete rows of ${from} alone: declare \`deleteRule('cascade')\` for ${path}`,
    )
  const isUnique = target.indexes.some(
    ({ columns, isUnique: is, where }) => is && where === undefined && columns.join() === `tenant_id,${reference.name}`,
  )
  if (!isUnique)
    return fail(`a row of ${from} has one row in ${to}: declare ${path} as unique, together with the tenant`)
  for (const old of moved) {
    const column = target.columns.find(({ name }) => name === old.name)!
    if (kindOf(old.type) !== kindOf(column.type))
      return fail(`${old.name} has another type in ${to}. Change the type in another release`)
    if (old.isNullable && !column.isNullable)
      return fail(`${to}.${old.name} has to be nullable, as ${from}.${old.name} is`)
    if (old.default !== null)
      return fail(
        `${from}.${old.name} has a default, with which hosts of this release would create rows in ${to}. Remove it first`,
      )
    if (source.secrets.includes(old.name) || source.searched.includes(old.name))
      return fail(
        `${old.name} is ${source.searched.includes(old.name) ? 'searched' : 'secret'}: split the table by hand`,
      )
  }
  const columns = moved.map(({ name }) => name)
  const missing = target.columns.find(
    (one) => !one.isNullable && one.default === undefined && one !== reference && !columns.includes(one.name),
  )
  if (missing) return fail(`${to}.${missing.name} needs a default, because ${from} has no such column`)
  return { source, target, columns, reference: reference.name }
}

/**
 * Moves the columns while hosts of both releases run: triggers keep both tables in step, rows are copied in slices, and the old
 * columns are dropped in the next release. The rows of the new table have the ids of those that they were a part of.
 */
export function splitTable(split: SplitColumns): readonly MigrationStep[] {
  const { source, target, columns, reference } = split
  const [from, to] = [source.name, target.name]
  const difference = `${from}: ${columns.join(', ')} moved to ${to}, which does not exist`
  const step = { moduleId: target.moduleId, difference }
  const splits = { [to]: { columns: Object.fromEntries(columns.map((name) => [name, name])), reference } }
  const required = columns.filter((name) => source.columns.some((one) => one.name === name && !one.isNullable))
  return [
    {
      ...step,
      sql: expand(split, required),
      rows: { [from]: { splits } },
      ...(required.length > 0 && {
        note: `Until the columns are dropped, hosts of the release before read null in ${from}.${required[0]} of rows without a row in ${to}: create both in one command`,
      }),
    },
    { ...step, isOnline: true, sql: copy(split) },
    { ...step, isLater: true, sql: contract(split), rows: { [from]: { splits, drops: columns } } },
  ]
}

const triggersOf = ({ source, target }: SplitColumns) => ({
  forth: ref(`${source.name}_to_${target.name}`.slice(0, 63)),
  back: ref(`${target.name}_to_${source.name}`.slice(0, 63)),
})

const list = (names: readonly string[], prefix = '') => names.map((name) => `${prefix}${ref(name)}`).join(', ')

/** The columns of the new table that a row of the other one fills, and their values. */
function partOf({ source, target, columns, reference }: SplitColumns) {
  const hasOrganizations =
    target.kind === 'scoped_table' && source.columns.some(({ name }) => name === 'organization_id')
  const shared = ['id', 'tenant_id', ...(hasOrganizations ? ['organization_id'] : []), 'created_at', 'updated_at']
  return {
    names: list([...shared, reference, ...columns]),
    values: (row: string) => list([...shared, 'id', ...columns], `${row}.`),
  }
}

function expand(split: SplitColumns, required: readonly string[]): string {
  const { source, target, columns, reference } = split
  const [from, to] = [ref(source.name), ref(target.name)]
  const { forth, back } = triggersOf(split)
  const { names, values } = partOf(split)
  const [row, part] = [`(${list(columns, 'new.')})`, `(${list(columns, 'p.')})`]
  const none = columns.map((name) => `new.${ref(name)} is null`).join(' and ')
  const sets = columns.map((name) => `${ref(name)} = excluded.${ref(name)}`).join(', ')
  return [
    `lock table ${from} in access exclusive mode;`,
    ...required.map((name) => `alter table ${from} alter column ${ref(name)} drop not null;`),
    createTable(target),
    `-- Hosts of the release before write ${columns.join(', ')} of ${source.name}, hosts of this release write ${target.name}.`,
    `create function ${forth}() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  -- Undo restores the rows of both tables itself, if both were recorded.
  if ${escapeLiteral(target.name)} = any (string_to_array(current_setting('plinth.reverting', true), ',')) then return null; end if;
  if ${none} then
    delete from public.${to} p where p.tenant_id = new.tenant_id and p.${ref(reference)} = new.id;
  else
    insert into public.${to} as p (${names})
    values (${values('new')})
    on conflict (tenant_id, ${ref(reference)}) do update set ${sets}, updated_at = excluded.updated_at
    where row${part} is distinct from row(${list(columns, 'excluded.')});
  end if;
  return null;
end $$;`,
    `create trigger ${forth}_new after insert on ${from} for each row execute function ${forth}();`,
    `create trigger ${forth}_changed after update of ${list(columns)} on ${from} for each row
  when (row${row} is distinct from row(${list(columns, 'old.')})) execute function ${forth}();`,
    `create function ${back}() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    update public.${from} t set ${columns.map((name) => `${ref(name)} = null`).join(', ')}
    where t.tenant_id = old.tenant_id and t.id = old.${ref(reference)};
  else
    update public.${from} t set ${columns.map((name) => `${ref(name)} = new.${ref(name)}`).join(', ')}
    where t.tenant_id = new.tenant_id and t.id = new.${ref(reference)}
      and row(${list(columns, 't.')}) is distinct from row${row};
  end if;
  return null;
end $$;`,
    `create trigger ${back} after insert or update or delete on ${to} for each row execute function ${back}();`,
  ].join('\n')
}

function copy(split: SplitColumns): string {
  const { source, target, columns, reference } = split
  const { names, values } = partOf(split)
  const given = columns.map((name) => `b.${ref(name)} is not null`).join(' or ')
  const shared = ['organization_id', 'created_at', 'updated_at'].filter((name) =>
    source.columns.some((one) => one.name === name),
  )
  const what = `insert into ${ref(target.name)} (${names})
        select ${values('b')} from batch b where ${given}
        on conflict (tenant_id, ${ref(reference)}) do nothing`
  return `-- Rows of ${target.name} for the existing rows of ${source.name}.
${inSlices(source.name, { columns: [...shared, ...columns], what })}`
}

function contract(split: SplitColumns): string {
  const { source, target, columns } = split
  const { forth, back } = triggersOf(split)
  const from = ref(source.name)
  return [
    `drop trigger ${forth}_new on ${from};`,
    `drop trigger ${forth}_changed on ${from};`,
    `drop trigger ${back} on ${ref(target.name)};`,
    `drop function ${forth}();`,
    `drop function ${back}();`,
    `alter table ${from} ${columns.map((name) => `drop column ${ref(name)}`).join(', ')};`,
  ].join('\n')
}
