import type pg from 'pg'

/** The item that each job is about. Joined by name: comparing every item with every job takes hours after 20,000 writes. */
const JOBS = `with named as (select id, coalesce(data -> 'payload' -> 'payload' ->> 'name', data -> 'payload' ->> 'name') as name
  from plinth_jobs.job where name in ('lab.work', 'lab.hear'))`

/** Everything that a command writes, checked against everything else it writes. Each query lists what is wrong. */
const faults: Record<string, string> = {
  'an item without its entry': `select name from items i where name like 'round %' and not exists (
    select from plinth.changes c join plinth.action_log l on l.id = c.entry_id where c.row_id = i.id)`,
  'an item half written': `select name from items i where name like 'round %' and (data is null or not exists (
    select from parts p where p.item_id = i.id))`,
  'a part without its item': `select id::text as name from parts p where not exists (select from items i where i.id = p.item_id)`,
  'an entry without its rows': `select l.id::text as name from plinth.action_log l where command_id = 'lab.items.make' and not (
    (select count(*) from plinth.changes c where c.entry_id = l.id) = 3
    and (select count(*) from plinth.kept_secrets k where k.entry_id = l.id) = 1
    and exists (select from items i where i.id::text = l.resource_id))`,
  'a change without its entry': `select c.entry_id::text as name from plinth.changes c where not exists (
    select from plinth.action_log l where l.id = c.entry_id)`,
  'an item without its jobs': `${JOBS} select i.name from items i left join named j using (name)
    where i.name like 'round %' group by i.name having count(j.id) <> 2`,
  'a job without its item': `${JOBS} select j.id::text as name from named j left join items i using (name) where i.name is null`,
}

/** What is wrong in the database, given the names of the writes that were acknowledged. */
export async function findFaults(client: pg.Client, acknowledged: ReadonlySet<string>): Promise<readonly string[]> {
  await client.query(
    "create index if not exists crash_jobs on plinth_jobs.job_common (name, (data -> 'payload' ->> 'name'))",
  )
  const found: string[] = []
  for (const [fault, query] of Object.entries(faults)) {
    const { rows } = await client.query<{ name: string }>(query)
    for (const { name } of rows) found.push(`${fault}: ${name}`)
  }
  const { rows } = await client.query<{ name: string }>(`select name from items where name like 'round %'`)
  const kept = new Set(rows.map(({ name }) => name))
  for (const name of acknowledged) if (!kept.has(name)) found.push(`a lost write: ${name}`)
  return found
}
