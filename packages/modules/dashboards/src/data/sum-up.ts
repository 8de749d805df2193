import { createHash } from 'node:crypto'
import { badInput, composition, type Context, defineCache, forbidden, MIB, sql } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { rowsTag } from '@plinth/core/data'
import { entityNames } from '@plinth/core/rules'
import { analytics, type AnalyticsEntity } from '@plinth/points'
import { toDataView } from './answer.ts'
import type { DataRequest, DataView } from './request.ts'
import { type DataStatement, type DataSums, toStatement } from './statement.ts'

/** Answers of the last two minutes; a write of the rows drops them at once. */
export const sums = defineCache<DataView>('dashboards.sums', { bytes: 16 * MIB, ttl: 120_000 })

/** A request that may be asked: checked, compiled, nothing run yet. */
export interface CompiledRequest {
  /** What the answer depends on. */
  readonly key: string
  readonly tag: string
  readonly statement: DataStatement
  readonly request: DataRequest
}

/** Checks and compiles a request. Throws 400 for what is not offered, 403 for rows that the caller may not see. */
export function compileRequest(
  ctx: Pick<Context, 'actor' | 'scope' | 'inject' | 'now' | 'db'>,
  request: DataRequest,
): CompiledRequest {
  const entity = findEntity(ctx, request.entityType)
  if (!hasAccess(ctx.actor, entity.features)) throw forbidden()
  const { scope } = ctx
  const statement = toStatement(entity, request, { scope, now: ctx.now() })
  const compiled = statement.sql.compile(ctx.db)
  const isNamed = request.groupBy?.resolveLabels ?? false
  const parts = [scope.tenantId, scope.organizationIds, isNamed, compiled.sql, compiled.parameters]
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64')
  return { key, tag: rowsTag(scope.tenantId, entity.table), statement, request }
}

/** The answer, from the cache if nobody has written since. */
export function sumUp(ctx: Context, prepared: CompiledRequest): Promise<DataView> {
  const { key, tag } = prepared
  return ctx.cached(sums, key, async () => {
    await limitTime(ctx)
    return { value: await runRequest(ctx, prepared), tags: [tag] }
  })
}

/** Asks the database. */
export async function runRequest(ctx: Context, { statement, request }: CompiledRequest): Promise<DataView> {
  const { rows } = await statement.sql.execute(ctx.db)
  return toDataView(ctx, { summed: rows[0] as DataSums, statement, request })
}

/** No statement of this unit of work takes longer; a slow one is answered with 503. */
export async function limitTime({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`select set_config('statement_timeout', '5000', true)`.execute(db)
}

function findEntity({ inject }: Pick<Context, 'inject'>, id: string): AnalyticsEntity {
  const { modules } = inject(composition)
  const names = entityNames(modules, id)
  const entities = analytics.from(modules).map(({ value }) => value)
  const entity = entities.find((candidate) => candidate.id === id || names.includes(candidate.id))
  if (!entity) throw badInput(`Invalid entity type: ${id}`)
  // Refusals call it what the request does.
  return entity.id === id ? entity : { ...entity, id }
}
