import { type Context, sql } from '@plinth/core'
import { randomId } from '@plinth/core/security'

/** What is counted: a series in a period, of an organization or, with null, of the whole tenant. */
export interface Counted {
  readonly organizationId: string | null
  readonly series: string
  readonly period: string
}

/** The last numbers that were counted, and the pattern that the tenant has chosen. */
export interface Count {
  readonly last: number
  readonly pattern: string | null
}

type Counting = Pick<Context, 'db' | 'scope'>

/** Counts on by `size`, in one statement that waits for other transactions which count the same and commit later. */
export async function countOn({ db, scope }: Counting, counted: Counted, size: number): Promise<Count> {
  const { rows } = await sql<Count>`
    with format as (${formatOf(scope.tenantId, counted)}), counter as (${counterOf(scope.tenantId, counted, size)})
    select c.last::float8 as last, f.pattern from counter c left join format f on true`.execute(db)
  return rows[0]!
}

/** Takes the next number of a gapless series, in the same way. */
export async function takeNext(
  { db, scope }: Counting,
  counted: Counted,
  { isGivenBack }: { readonly isGivenBack: boolean },
): Promise<Count> {
  const { tenantId } = scope
  const { organizationId, series, period } = counted
  const { rows } = await sql<Count>`
    with format as (${formatOf(tenantId, counted)}), counter as (${counterOf(tenantId, counted, 1)}), taken as (
      insert into taken_numbers (id, tenant_id, organization_id, series, period, value, previous, is_given_back)
      select ${randomId()}, ${tenantId}, ${organizationId}, ${series}, ${period}, last, previous, ${isGivenBack}::boolean from counter
    )
    select c.last::float8 as last, f.pattern from counter c left join format f on true`.execute(db)
  return rows[0]!
}

const formatOf = (tenantId: string, { organizationId, series, period }: Counted) => sql`
  select pattern, case when start_period = ${period} then start_at end as start_at from number_formats
  where tenant_id = ${tenantId} and organization_id is not distinct from ${organizationId}::uuid and series = ${series}`

/** The first of several numbers is the one after the last, or the one that the tenant has set if that is higher. */
const counterOf = (tenantId: string, { organizationId, series, period }: Counted, size: number) => sql`
  insert into number_counters as k (id, tenant_id, organization_id, series, period, last, previous)
  select ${randomId()}, ${tenantId}, ${organizationId}, ${series}, ${period},
    coalesce((select start_at from format), 1) - 1 + ${size}::integer, 0
  on conflict (tenant_id, organization_id, series, period) do update
    set last = greatest(k.last, coalesce((select start_at from format), 1) - 1) + ${size}::integer, previous = k.last, updated_at = now()
  returning last, previous`
