import { startChild } from '../child.ts'
import { type BenchDatabase, logIn, organizationId, tenantId } from '../database.ts'
import { applyLoad } from '../load.ts'
import type { Result } from '../result.ts'

const PATH = '/audit_logs/audit-logs/actions'
/** Questions of a back office: everything, one kind, one actor, one record with its children, what can be undone. */
const questions = {
  all: '',
  'of a rare kind': '?resourceKind=bench.rare',
  'of an actor': '?actorUserId=30000000-0000-4000-8000-000000000001',
  'of a record': '?resourceKind=bench.thing&resourceId=thing-7&includeRelated=true',
  undoable: '?undoableOnly=true',
  'far back': '?before=2020-01-02T00:00:00Z',
}

/** The action log of a tenant with 10,000 and with 1,000,000 entries. */
export async function actions(database: BenchDatabase): Promise<Result[]> {
  const results: Result[] = []
  const few: Record<string, number> = {}
  await migrate(database)
  for (const count of [10_000, 1_000_000]) {
    await fillActions(database, { tenantId, organizationId, count })
    await using platform = await startChild('audited', { DATABASE_URL: database.url })
    const headers = { authorization: `Bearer ${await logIn(platform.url)}` }
    for (const [name, query] of Object.entries(questions)) {
      const url = `${platform.url}${PATH}${query}`
      await applyLoad({ url, headers, connections: 1, duration: 1 })
      const { perSecond } = await applyLoad({ url, headers, connections: 1, duration: 2 })
      const milliseconds = 1000 / perSecond
      if (count === 10_000) few[name] = milliseconds
      else {
        const title = `GET …/actions, ${name}, of 1,000,000 entries`
        results.push({ name: title, unit: 'ms', subject: milliseconds, target: 5, atMost: true })
        const floor = few[name] ?? 0
        const ratio = milliseconds / floor
        results.push({
          name: '  against 10,000',
          unit: 'ms',
          subject: milliseconds,
          floor,
          ratio,
          target: 1.5,
          atMost: true,
        })
      }
    }
  }
  return results
}

/** The tenant is older than its logs, so that its administrator has to be let in. */
async function migrate({ url, query }: BenchDatabase): Promise<void> {
  await using _platform = await startChild('audited', { DATABASE_URL: url })
  await query(`update role_acls set features = features || '{audit_logs.*}' where not is_super_admin`)
}

/**
 * Entries a second apart, each with a recorded row; one in five cannot be undone. What is asked for by kind or record
 * is among the first 10,000, so that every question has one answer, however long the log has grown since.
 */
export async function fillActions(
  { query }: Pick<BenchDatabase, 'query'>,
  { tenantId, organizationId, count }: { tenantId: string; organizationId: string; count: number },
): Promise<void> {
  const { rows } = await query('select count(*)::int as n from plinth.action_log')
  await query(
    `with made as (
      insert into plinth.action_log (tenant_id, id, organization_id, command_id, actor_id, actor_user_id, resource_kind,
        resource_id, parent_resource_kind, parent_resource_id, undo_token_hash, created_at)
      select $1, gen_random_uuid(), $2, 'bench.things.update', actor::text, actor,
        case when i % 200 = 0 and i <= 10000 then 'bench.rare' else 'bench.thing' end,
        'thing-' || thing, 'bench.thing', 'thing-' || thing + 1, case when i % 5 > 0 then md5(i::text) end,
        timestamptz '2020-01-01' + i * interval '1 s'
      from generate_series($3::int, $4::int) i,
        lateral (select ('30000000-0000-4000-8000-' || lpad((i % 100)::text, 12, '0'))::uuid as actor,
          case when i <= 10000 then i % 400 else 400 + i % 50000 end as thing) who
      returning id)
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
    select $1, id, 'things', id, '{"name":"one"}', '{"name":"two"}' from made`,
    [tenantId, organizationId, rows[0].n, count],
  )
  await query('vacuum analyze plinth.action_log, plinth.changes')
}
