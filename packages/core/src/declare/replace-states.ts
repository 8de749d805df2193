import { quoteName } from '../data/query/quote-name.ts'
import { defineMigration, type Migration } from '../data/schema/migration.ts'

/** States that are no longer declared, and where their rows go. */
export interface ReplacedStates {
  readonly table: string
  readonly column: string
  /** The state that counts instead, by former state. Hosts of the release before must know it. */
  readonly replaced: Readonly<Record<string, string>>
}

/**
 * Declares a migration that moves rows out of states that the release no longer has. What hosts of the release before still write,
 * and what undo restores, is moved as well, by a trigger. Triggers of later migrations of the same column have later names, so that
 * they go on from where the earlier ones lead.
 *
 * @example
 * replaceStates('contracts.no_proposals', { table: 'contracts', column: 'status', replaced: { proposed: 'draft' } })
 */
export function replaceStates(id: string, { table, column, replaced }: ReplacedStates): Migration {
  const [rows, state] = [quoteName(table), quoteName(column)]
  const name = `${table}_${column}_replaced`.slice(0, 55)
  const trigger = quoteName(`${name}_new`)
  const former = Object.keys(replaced).map(literal).join(', ')
  const cases = Object.entries(replaced).map(([from, to]) => `when ${literal(from)} then ${literal(to)}`)
  const now = (value: string) => `case ${value} ${cases.join(' ')} else ${value} end`
  const upgrade = (row: Readonly<Record<string, unknown>>) => {
    const value = String(row[column])
    return Object.hasOwn(replaced, value) ? { ...row, [column]: replaced[value] } : row
  }
  // Released migrations are compared character by character.
  const sql = `create function ${trigger}() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.${state} := ${now(`new.${state}`)};
  return new;
end $$;
create trigger ${trigger} before insert or update on ${rows} for each row
  when (new.${state} in (${former})) execute function ${trigger}();
do $$
declare
  base text := ${literal(name)};
  last text := (select max(substring(proname from length(base) + 1)) from pg_proc
    where pronamespace = current_schema()::regnamespace and starts_with(proname, base)
      and substring(proname from length(base) + 1) ~ '^(_[0-9][0-9])?$');
begin
  base := base || coalesce('_' || lpad((('0' || ltrim(last, '_'))::int + 1)::text, 2, '0'), '');
  execute format('alter function %I() rename to %I', ${literal(`${name}_new`)}, base);
  execute format('alter trigger %I on %I rename to %I', ${literal(`${name}_new`)}, ${literal(table)}, base);
end $$;
update ${rows} set ${state} = ${now(state)} where ${state} in (${former});`
  return defineMigration(id, sql, { [table]: { upgrade } })
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
