import { type Context, defineJob, sql } from '@plinth/core'
import type { RevertContext } from '@plinth/core/data'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { EntityId, type FieldConfig } from '../field-config.ts'
import { advanceIndexes, isIndexed } from './advance-indexes.ts'
import { tableOf } from './record-table.ts'

/**
 * Brings the indexes of an entity's fields in line with their definitions, in steps that each lock some rows for a few
 * milliseconds. An interrupted job continues where it stopped.
 */
export const indexFields = defineJob({
  id: 'entities.index-fields',
  payload: z.object({ entityId: EntityId }),
  retries: 20,
  timeout: 3_600,
  async run({ actAs, now, enqueue, scope: { tenantId }, payload: { entityId }, signal }) {
    const caller = { actor: 'platform', reason: 'indexes of custom fields', scope: { tenantId } } as const
    const advance = (step: 'plan' | 'fill' | 'retire' | 'drop') =>
      actAs(caller, async ({ run }) => {
        signal.throwIfAborted()
        return run(advanceIndexes, { entityId, step })
      })
    const settle = () => actAs(caller, (ctx) => changesBefore(ctx, signal))
    if (!(await actAs(caller, (ctx) => canIndex(ctx, entityId)))) return
    for (;;) {
      const { hasMore, again } = await advance('plan')
      if (hasMore) {
        await settle()
        while ((await advance('fill')).hasMore);
      }
      if (again !== null && new Date(again) > now())
        enqueue(indexFields, { entityId }, { startAfter: new Date(again), key: `${tenantId} ${entityId} later` })
      if (!(await advance('retire')).hasMore) return
      await settle()
      while ((await advance('drop')).hasMore);
      // A field that has become filterable again meanwhile gets a new index.
    }
  },
})

/** Whether the table of an entity has the triggers that store values. */
async function canIndex(ctx: Context, entityId: string): Promise<boolean> {
  const { rows } = await sql`select from pg_trigger
    where tgrelid = ${tableOf(ctx, entityId)}::regclass and tgname = 'plinth_custom_new'`.execute(ctx.db)
  return rows.length > 0
}

/** Waits for the transactions that are running now, because they may have changed rows without knowing of the plan. */
async function changesBefore({ db }: Pick<Context, 'db'>, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db)
  const areOver = async () => {
    const found = await sql<{ over: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]!.next}::xid8 as over`.execute(db)
    return found.rows[0]!.over
  }
  while (!(await areOver())) await sleep(50, undefined, { signal })
}

/** Queues the work on indexes if the values of any of these fields are or were indexed. */
export function queueIndexing(
  { enqueue, scope }: Pick<Context, 'enqueue' | 'scope'>,
  entityId: string,
  configs: readonly Parameters<typeof isIndexed>[0][],
): void {
  if (configs.some(isIndexed)) enqueue(indexFields, { entityId }, { key: `${scope.tenantId} ${entityId}` })
}

/** Call it after the undo of a command that has changed definitions; a redo queues its jobs again by itself. */
export function reindex(ctx: RevertContext<{ readonly entityId: string }, unknown>): void {
  const states = ctx.rows.flatMap(({ before, after }) => [before, after])
  queueIndexing(
    ctx,
    ctx.input.entityId,
    states.map((row) => row?.['config'] as FieldConfig | undefined),
  )
}
