import { sql } from 'kysely'
import { assertAccess } from '../acl/grants.ts'
import type { Sql } from '../data/statements.ts'
import type { Command, CommandContext, RevertedRow } from '../define/command.ts'
import type { Module } from '../define/module.ts'
import { badInput, brokenSetup, forbidden } from '../errors.ts'
import type { Source, Step } from './plan.ts'
import { revertedRows } from './upgrade-rows.ts'

/** What is about to be undone or redone. */
interface Revert {
  /** What wrote the entry. */
  readonly command: Command
  readonly source: Source
  readonly steps: readonly Step[]
  readonly modules: readonly Module[]
}

/**
 * Throws unless the caller may, today, move the rows of a plan (decision 38): they hold what the command asks for, the
 * rows lie within their tenant and organizations before and after, and the command lets them grant what it grants.
 * Answers what has to be checked when the rows have moved.
 */
export async function assertMayRevert(
  ctx: CommandContext<unknown>,
  db: Sql,
  { command, source, steps, modules }: Revert,
): Promise<(() => Promise<void>) | void> {
  assertAccess(ctx.actor, command.access)
  await assertReach(ctx, db)
  if (command.beforeRevert) return command.beforeRevert(ctx, await readRows(db, source))
  const granting = new Set(modules.flatMap(({ grantTables = [] }) => grantTables))
  const table = steps.find((step) => granting.has(step.table))?.table
  // Nobody has said who may take this back, so nobody may.
  if (table !== undefined)
    throw brokenSetup(`Command '${command.id}' writes to '${table}', which grants rights, so it needs \`beforeRevert\``)
}

/** Rows of no organization belong to all of them, as row level security has it; rows of other tenants to super admins. */
async function assertReach({ actor, scope }: CommandContext<unknown>, db: Sql): Promise<void> {
  const isPlatform = actor.kind === 'system'
  if (actor.isSuperAdmin || (isPlatform && scope.organizationIds === null)) return
  const organizations = isPlatform ? scope.organizationIds : actor.allowedOrganizationIds
  const { rows } = await sql<{ isBeyond: boolean }>`
    select exists (
      select from ${revertedRows} n, lateral (values (n."from"), (n."to")) side (image)
      where image is not null and (
        image ->> 'tenant_id' is distinct from ${scope.tenantId}::text
        or not (image ->> 'organization_id' is null or ${organizations === null}
          or image ->> 'organization_id' = any (${organizations ?? []}::text[])))
    ) as "isBeyond"`.execute(db)
  if (rows[0]?.isBeyond) throw forbidden('This action changed what lies beyond your organizations.')
}

/** The rows of the plan as modules see them: without what was kept secret, or is secret under its name of today. */
export async function readRows(db: Sql, { tenantId, entryId }: Source): Promise<readonly RevertedRow[]> {
  const { rows } = await sql<RevertedRow>`
    select n."table", n.id, n."from" - s.names - t.names as before, n."to" - s.names - t.names as after, cardinality(s.names) > 0 as "isSecret"
    from ${revertedRows} n, lateral (
      select coalesce(array_agg(distinct name), '{}') as names
      from plinth.changes c join plinth.kept_secrets k using (tenant_id, entry_id, seq),
        jsonb_object_keys(coalesce(k.before, '{}') || coalesce(k.after, '{}')) name
      where c.tenant_id = ${tenantId} and c.entry_id = ${entryId} and c.row_id = n.id
    ) s, lateral (
      select coalesce(max(replace(encode(tgargs, 'escape'), '\\000', ''))::text[], '{}') as names from pg_trigger
      where tgrelid = to_regclass(quote_ident(n."table")) and tgname = 'plinth_record_insert'
    ) t order by n.seq`.execute(db)
  return rows
}

/**
 * The columns of credentials that an entry changed: a turn of it leaves them as they are (decision 50). Throws 400 when
 * it changed nothing else. Ask when the rows have moved, in the same transaction.
 */
export async function credentialsLeft(db: Sql, { tenantId, entryId }: Source): Promise<readonly string[]> {
  const { rows } = await sql<{ columns: string[]; isAll: boolean }>`
    select coalesce(array_agg(distinct key), '{}') as columns,
      not exists (select from ${revertedRows}
        where kind <> 'update' or "from" - 'updated_at' is distinct from "to" - 'updated_at') as "isAll"
    from plinth.changes c join plinth.kept_secrets s using (tenant_id, entry_id, seq), jsonb_object_keys(s.after) key
    where c.tenant_id = ${tenantId} and c.entry_id = ${entryId} and c.before is not null and c.after is not null`.execute(
    db,
  )
  const [{ columns, isAll }] = rows as [{ columns: string[]; isAll: boolean }]
  if (columns.length > 0 && isAll) throw badInput('Credentials are never undone or redone')
  return columns
}
