import { bytesOf, type Context, defineCache, inSlices, MIB, sql } from '@plinth/core'
import { compareRules, type CompiledRule, type Rule, RuleIndex } from '@plinth/core/rules'
import { anyOf, columns, inTenant } from '@plinth/core/data'
import { tags } from './contract.ts'
import { BusinessRule } from './entities.ts'
import { canonicalName } from './rule-points.ts'
import { governingOrganization } from './working-organization.ts'

/** A tenant's compiled rules, and the row version that each was compiled from. */
interface CompiledRules {
  readonly index: RuleIndex
  readonly versions: ReadonlyMap<string, string>
}

/** A cold index is read in one statement. Writing rules makes it stale, and then only the changed rules are read again. */
export const ruleIndexes = defineCache<CompiledRules>('business_rules.indexes', {
  bytes: 160 * MIB,
  // A command that writes thousands of rows looks up the rules for each of them.
  servesWriters: true,
  weigh: ({ index, versions }) => index.bytes + bytesOf(versions),
})

/** The rules of the caller's tenant by canonical entity name, across all organizations; the lookup filters by organization. */
export async function ruleIndexOf({ cached, widenScope, scope, inject }: Context): Promise<RuleIndex> {
  const { tenantId } = scope
  const { index } = await cached(ruleIndexes, tenantId, (stale) =>
    widenScope('tenant', 'read the rules of a tenant', async ({ db }) => {
      const changed = stale && (await findChanged({ db, scope }, stale))
      const rows = await readRules({ db, scope }, changed?.ids)
      const named = rows.map((row) => ({ ...row, entityType: canonicalName({ inject }, row.entityType) }))
      return { value: await inSlices(compileRules(named, changed?.same)), tags: [tags.rules(tenantId)] }
    }),
  )
  return index
}

/** Those of the rules that the caller sees. The index has the rules of everybody: hidden ones apply as well. */
export async function visibleRules<T extends Pick<Rule, 'id'>>(
  { from }: Context,
  rules: readonly T[],
): Promise<readonly T[]> {
  if (rules.length === 0 || !from.isRestricted(BusinessRule)) return rules
  const rows = await from(BusinessRule, 'r')
    .select('r.id')
    .where('r.id', '=', anyOf(rules.map(({ id }) => id)))
    .execute()
  const visible = new Set(rows.map(({ id }) => id))
  return rules.filter(({ id }) => visible.has(id))
}

const EMPTY_RULES: CompiledRules = { index: new RuleIndex(), versions: new Map() }

/** Rules whose compiled form is still valid, and the ids of new or changed ones. */
interface RuleChanges {
  readonly same: CompiledRules
  readonly ids: readonly string[]
}

/** Identifies the stored version of a row. Every write changes it, even two within a millisecond or a transaction. */
const VERSION = sql<string>`xmin::text || ctid::text`

async function findChanged({ db, scope }: Pick<Context, 'db' | 'scope'>, stale: CompiledRules): Promise<RuleChanges> {
  const { rows } = await sql<RuleVersion>`
    select id, ${VERSION} as version from business_rules r where ${inTenant(scope, 'r')} and deleted_at is null`.execute(
    db,
  )
  const isSame = ({ id, version }: RuleVersion) => stale.versions.get(id) === version
  const versions = new Map(rows.filter(isSame).map(({ id, version }) => [id, version]))
  return { same: { index: stale.index, versions }, ids: rows.filter((row) => !isSame(row)).map(({ id }) => id) }
}

/** All rules of a tenant, or those with the given ids. */
async function readRules({ db, scope }: Pick<Context, 'db' | 'scope'>, ids?: readonly string[]) {
  const { rows } = await sql<StoredRule & RuleVersion>`
    select ${VERSION} as version, ${columns(BusinessRule, 'r', COMPILED)} from business_rules r
    where ${inTenant(scope, 'r')} and deleted_at is null ${ids ? sql`and id = any(${ids}::uuid[])` : sql``}`.execute(db)
  return rows
}

/** The columns that a rule is compiled from. */
const COMPILED = [
  'id',
  'ruleId',
  'ruleName',
  'ruleType',
  'tenantId',
  'organizationId',
  'entityType',
  'eventType',
  'conditionExpression',
  'successActions',
  'failureActions',
  'enabled',
  'priority',
  'effectiveFrom',
  'effectiveTo',
] as const

function* compileRules(
  rows: readonly (StoredRule & RuleVersion)[],
  same: CompiledRules = EMPTY_RULES,
): Generator<void, CompiledRules> {
  const index = new RuleIndex()
  const versions = new Map(same.versions)
  for (const id of versions.keys()) {
    index.copy(same.index, id)
    yield
  }
  for (const { version, ...row } of rows) {
    index.put(toEngineRule(row))
    versions.set(row.id, version)
    yield
  }
  return { index, versions }
}

interface RuleVersion {
  readonly id: string
  readonly version: string
}

type StoredRule = Omit<Rule, 'effectiveFrom' | 'effectiveTo'> & {
  readonly effectiveFrom: string | null
  readonly effectiveTo: string | null
}

function toEngineRule({ effectiveFrom, effectiveTo, ...rule }: StoredRule): Rule {
  return { ...rule, effectiveFrom: toDate(effectiveFrom), effectiveTo: toDate(effectiveTo) }
}

const toDate = (text: string | null) => (text === null ? null : new Date(text))

/** Selects the rules that apply now. */
export interface RuleTriggerTypes {
  readonly entityType: string
  /** Rules for any of these event types; for all event types if empty. */
  readonly eventTypes: readonly string[]
}

/** The rules of the caller's organization that apply, in execution order. */
export async function findRules(
  ctx: Context,
  { entityType, eventTypes }: RuleTriggerTypes,
): Promise<readonly CompiledRule[]> {
  const organizationId = governingOrganization(ctx)
  if (organizationId === null) return []
  const index = await ruleIndexOf(ctx)
  const query = {
    tenantId: ctx.scope.tenantId,
    organizationId,
    entityType: canonicalName(ctx, entityType),
    now: ctx.now(),
  }
  const [eventType, ...others] = eventTypes
  const found = index.find({ ...query, eventType })
  const more = others.flatMap((other) => index.find({ ...query, eventType: other }))
  return more.length === 0 ? found : [...found, ...more].sort((a, b) => compareRules(a.rule, b.rule))
}
