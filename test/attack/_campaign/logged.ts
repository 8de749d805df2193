import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from '../../host/_run-host.ts'
import type { HostileReport } from './hostile-tenant.ts'
import { readGauges } from './memory.ts'

type Sql = <T extends object>(text: string, values?: readonly unknown[]) => Promise<readonly T[]>

/** What happened and is in no log, and what is in a log that should not be there. */
export async function findUnlogged(sql: Sql, host: Host, report: HostileReport): Promise<readonly string[]> {
  const { entryIds, executionIds, requestIds } = report
  const absent = (table: string, ids: readonly string[]) =>
    sql<{ id: string }>(
      `select id from unnest($1::text[]) as asked(id)
      where not exists (select from ${table} l where l.id::text = asked.id)`,
      [ids],
    )
  // Lines of requests wait 20 ms for others.
  await sleep(500)
  const lines = new Set(host.output.match(/"requestId":"[^"]+"/g))
  const { lostRecords } = await readGauges(host)
  return [
    ...(await absent('plinth.action_log', entryIds)).map(({ id }) => `an accepted write without its entry: ${id}`),
    ...(await absent('rule_executions', executionIds)).map(({ id }) => `an execution without its log: ${id}`),
    ...requestIds.filter((id) => !lines.has(`"requestId":"${id}"`)).map((id) => `an answer without its line: ${id}`),
    ...(await unrecordedRows(sql)),
    ...(lostRecords > 0 ? [`${lostRecords} lines of batched logs were lost`] : []),
    ...(host.output.match(/^.*\blost\b.*$/gm) ?? []),
  ]
}

/** Rows of recorded tables that no entry of the log knows. */
async function unrecordedRows(sql: Sql): Promise<readonly string[]> {
  const tables = await sql<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'plinth_record_insert'`,
  )
  const found = await Promise.all(
    tables.map(({ name }) =>
      sql<{ id: string }>(`select id from ${name} t where not exists (select from plinth.changes c
        join plinth.action_log l on l.tenant_id = c.tenant_id and l.id = c.entry_id
        where c.table_name = '${name}' and c.row_id = t.id) limit 10`).then((rows) =>
        rows.map(({ id }) => `${name} ${id} is in no entry`),
      ),
    ),
  )
  return found.flat()
}

/** Writes in a tenant by somebody of another one, and rows of a tenant that an entry of another one changed. */
export function findForeignWrites(sql: Sql): Promise<readonly { readonly id: string }[]> {
  return sql(`select l.id from plinth.action_log l join users u on u.id = l.actor_user_id
      where u.tenant_id <> l.tenant_id
    union all select c.entry_id from plinth.changes c
      where coalesce(c.after, c.before) ->> 'tenant_id' <> c.tenant_id::text`)
}
