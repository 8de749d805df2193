import { allowedValues, kindOf } from '@plinth/core/internal'
import { escapeLiteral } from 'pg'
import { checkOf } from './check-constraint.ts'
import type { DeclaredColumn, DeclaredTable } from './declared-table.ts'
import { inSlices } from './in-slices.ts'
import type { MigrationStep } from './migration-step.ts'
import { ref } from './names.ts'
import { addReference, briefly, requireValue, validate } from './statements.ts'
import type { Column, Table } from './tables.ts'

/** A column that gets another name, and perhaps another type. */
export interface RenamedColumn {
  readonly declared: DeclaredTable
  readonly actual: Table
  /** The name of the table before the migration. */
  readonly former: string
  readonly old: Column
  readonly column: DeclaredColumn
}

/**
 * Renames a column while hosts of both releases run: a trigger keeps the old column and the new one in step, existing rows are
 * filled in slices, and the old column is dropped in the next release. Returns a sentence if that is impossible.
 */
export function keepInStep(renamed: RenamedColumn): readonly MigrationStep[] | string {
  const refusal = findObstacle(renamed)
  if (refusal !== undefined) return refusal
  const { declared, former, old, column } = renamed
  const { name: table, moduleId } = declared
  const difference = `${table}.${old.name}: is called ${column.name} now`
  const step = { moduleId, difference }
  const copies = { [old.name]: column.name }
  const isRetyped = kindOf(old.type) !== kindOf(column.type)
  return [
    {
      ...step,
      sql: expand(renamed),
      rows: { [former]: { copies } },
      ...(isRetyped && {
        probe: `select null::${old.type}::${column.type}::${old.type}`,
        note: `Until ${table}.${old.name} is dropped, values have to fit both ${old.type} and ${column.type}; others are refused with 400`,
      }),
    },
    { ...step, isOnline: true, sql: fill(renamed) },
    { ...step, isLater: true, sql: contract(renamed), rows: { [table]: { copies, drops: [old.name] } } },
  ]
}

function findObstacle({ declared, actual, old, column }: RenamedColumn): string | undefined {
  const path = `${declared.name}.${column.name}`
  const former = `${declared.name}.${old.name}`
  const isKeyed = ['tenant_id', 'id'].every((name) => actual.columns.some((one) => one.name === name))
  if (!isKeyed)
    return `${former}: the table has no tenant_id and id, by which its rows could be copied: rename it by hand`
  if (actual.columns.some(({ name }) => name === column.name)) return `${path}: the table has such a column already`
  if (column.isNullable && !old.isNullable)
    return `${path}: hosts of the release before cannot read null. Rename the column first, and make it nullable in the next release`
  if (column.isNullable && (column.default ?? old.default ?? null) !== null)
    return `${path}: a column with a default that may be null cannot be kept in step, because a trigger cannot tell null from a value that was not given. Make it required, or remove the default first`
  const values = [...(column.values ?? [])].toSorted().join()
  if (values !== [...(valuesOf(actual, old.name) ?? [])].toSorted().join())
    return `${path}: its values differ from those of ${former}. Rename the column first, and change its values in the next release`
  if (actual.searched.includes(old.name))
    return `${former}: it is searched, and a search cannot follow both columns. Keep the column, with \`.fieldName('${old.name}')\` on the property, or rename it by hand`
  return undefined
}

/** The values that a check allows in a column; undefined if there is no such check. */
export function valuesOf({ checks }: Table, column: string): readonly string[] | undefined {
  const own = checks.filter(({ columns }) => columns.length === 1 && columns[0] === column)
  return own.map(({ text }) => allowedValues(text)).find((values) => values !== undefined)
}

const cast = (value: string, from: string, to: string) => (kindOf(from) === kindOf(to) ? value : `${value}::${to}`)

function expand({ declared, actual, old, column }: RenamedColumn): string {
  const table = ref(declared.name)
  const [former, now] = [ref(old.name), ref(column.name)]
  const trigger = ref(`${declared.name}_${column.name}_in_step`.slice(0, 63))
  const forth = (row: string) => cast(`${row}.${former}`, old.type, column.type)
  const back = cast(`new.${now}`, column.type, old.type)
  // Undo of a change to a row that was not filled yet gives null for the new column.
  const isChanged = `new.${former} is distinct from old.${former}`
  const isGiven = old.isNullable ? `new.${now} is not null or not (${isChanged})` : `new.${now} is not null`
  const isFollowed = old.isNullable ? isChanged : `${isChanged} or new.${now} is null`
  // Undo gives both: then the old value is the one from which the new one was converted, such as '007' and 7.
  const isSame = kindOf(old.type) === kindOf(column.type)
  const goBack = isSame
    ? `
      new.${former} := new.${now};`
    : `
      if ${forth('new')} is distinct from new.${now} then
        new.${former} := ${back};
      end if;`
  const fallback =
    column.default === undefined
      ? ''
      : `    if new.${now} is null and new.${former} is null then
      new.${now} := ${column.default};
    end if;
`
  return [
    `alter table ${table} add column ${now} ${column.type}${old.isNullable ? '' : `, alter column ${former} drop not null`};`,
    ...(old.comment === null ? [] : [`comment on column ${table}.${now} is ${escapeLiteral(old.comment)};`]),
    ...(column.values
      ? [
          `alter table ${table} add constraint ${ref(`${declared.name}_${column.name}_check`)} ${checkOf(column.name, column.values)} not valid;`,
        ]
      : []),
    ...(column.references ? [addReference(declared.name, column.name, column.references)] : []),
    ...(actual.secrets.includes(old.name) ? [keepSecret(declared.name, [...actual.secrets, column.name])] : []),
    `-- Hosts of the release before write ${old.name}, hosts of this release write ${column.name}.`,
    `create function ${trigger}() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
${fallback}    if new.${now} is null then
      new.${now} := ${forth('new')};
    else${goBack}
    end if;
  elsif new.${now} is distinct from old.${now} and (${isGiven}) then${goBack}
  elsif ${isFollowed} then
    new.${now} := ${forth('new')};
  end if;
  return new;
end $$;`,
    `create trigger ${trigger} before insert or update on ${table} for each row execute function ${trigger}();`,
  ].join('\n')
}

function fill({ declared, old, column }: RenamedColumn): string {
  const table = ref(declared.name)
  const [former, now] = [ref(old.name), ref(column.name)]
  const filled = ref(`${declared.name}_${column.name}_filled`.slice(0, 63))
  const what = `update ${table} t set ${now} = ${cast(`t.${former}`, old.type, column.type)} from batch b
        where t.tenant_id = b.tenant_id and t.id = b.id and t.${now} is null and t.${former} is not null`
  const check = [
    briefly(
      `alter table ${table} drop constraint if exists ${filled};`,
      `alter table ${table} add constraint ${filled} check (${now} is not null or ${former} is null) not valid;`,
    ),
    `alter table ${table} validate constraint ${filled};`,
    briefly(`alter table ${table} drop constraint ${filled};`),
  ]
  return [
    `-- Fills ${column.name} in existing rows.`,
    inSlices(declared.name, { columns: [], what }),
    ...(old.isNullable
      ? [`-- Fails if a row was left out.`, ...check]
      : [requireValue(declared.name, column.name).online]),
    ...(column.values ? [validate(declared.name, `${declared.name}_${column.name}_check`)] : []),
    ...(column.references ? [validate(declared.name, `${declared.name}_${column.name}_fkey`)] : []),
  ].join('\n')
}

function contract({ declared, actual, old, column }: RenamedColumn): string {
  const table = ref(declared.name)
  const trigger = ref(`${declared.name}_${column.name}_in_step`.slice(0, 63))
  const secrets = actual.secrets.filter((name) => name !== old.name)
  return [
    `drop trigger ${trigger} on ${table};`,
    `drop function ${trigger}();`,
    ...(actual.secrets.includes(old.name) ? [keepSecret(declared.name, [...secrets, column.name])] : []),
    `alter table ${table} drop column ${ref(old.name)};`,
    ...(column.default === undefined
      ? []
      : [`alter table ${table} alter column ${ref(column.name)} set default ${column.default};`]),
  ].join('\n')
}

/** Records the table anew, with other columns that the log must not contain. */
const keepSecret = (table: string, secrets: readonly string[]) =>
  [
    ...['insert', 'update', 'delete'].map((kind) => `drop trigger plinth_record_${kind} on ${ref(table)};`),
    `select plinth.record(${escapeLiteral(ref(table))}, ${escapeLiteral(`{${secrets.join(',')}}`)});`,
  ].join('\n')
