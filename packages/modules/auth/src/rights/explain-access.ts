import { type Actor, badInput, composition, type Context, notFound } from '@plinth/core'
import {
  type AclEntry,
  type AclSource,
  compileGrants,
  effectiveAcl,
  explain,
  type ExplainedRow,
  explainRow,
  organizationForCheck,
  type OrganizationTree,
  resolveScope,
} from '@plinth/core/acl'
import { texts } from '@plinth/core/http'
import { StoredCondition } from '@plinth/core/rules'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { type Account, loadAccount } from '../users/account.ts'
import { findUser } from '../users/user-rows.ts'
import type { AccessQuestion } from './access-explanations.ts'
import type { HolderView } from './access-holders.ts'
import { coveringGrants } from '../known-features.ts'
import { callerValues } from './caller-values.ts'
import { mayLogIn } from './super-admins.ts'

/** Something with an id. The name is null if the caller may not see it. */
const Named = z.object({ id: z.string(), name: z.string().nullable() })

/** A feature, and whether a composed module declares it. Nothing requires a feature that no module declares. */
export const FeatureView = z.object({
  id: z.string(),
  title: z.string().nullable(),
  module: z.string().nullable(),
  isDeclared: z.boolean(),
})

/** The outcome of a step: checking continues (`passed`), nothing in it matches, it does not apply, or it decides. */
const Outcome = z.enum(['passed', 'no_match', 'ignored', 'allowed', 'denied'])

/** A step towards the decision, in the order in which requests are checked. */
const Step = z.object({
  kind: z.enum(['account', 'super_admin', 'user_acl', 'role', 'feature', 'organization']),
  outcome: Outcome,
  /** The id of the account, role or organization; in a step of that kind, the feature. */
  id: z.string().nullable(),
  name: z.string().nullable(),
  /** Grants that cover the feature. */
  grants: z.array(z.string()),
  /** The restriction of the rights, the first 20 organizations; null if there is none. */
  organizations: z.array(Named).nullable(),
  organizationCount: z.number().int().nullable(),
})
type Step = z.input<typeof Step>

/** What a user may do to a record. */
const ExplainedRecord = z.object({
  kind: z.string(),
  id: z.string(),
  /** Whether the user may do it to the record: with the feature, in its organization, and by row policies. */
  actions: z.array(
    z.object({
      action: z.enum(['read', 'update', 'delete']),
      /** Null if a policy decides by fields that the caller may not read. */
      isPermitted: z.boolean().nullable(),
      sentence: z.string(),
      /** Conditions of row policies, of which the record must satisfy one; empty if nothing restricts the action. */
      policies: z.array(
        z.object({
          kind: z.enum(['user_acl', 'role']),
          id: z.string().nullable(),
          name: z.string().nullable(),
          condition: StoredCondition,
          /** Null if it compares fields that the caller may not read. */
          isSatisfied: z.boolean().nullable(),
          fault: z.string().nullable(),
        }),
      ),
      /** Shares that permit it whatever policies say. */
      shares: z.array(
        z.object({
          id: z.uuid(),
          with: z.enum(['user', 'team', 'role']),
          subjectId: z.uuid(),
          until: z.string().nullable(),
        }),
      ),
    }),
  ),
})

/** Why an account may or may not use a feature. The last step of `path` decides. */
export const AccessView = z.object({
  isAllowed: z.boolean(),
  reason: z.enum([
    'super_admin',
    'granted',
    'no_rights',
    'missing_feature',
    'organization_excluded',
    'account_unusable',
  ]),
  sentence: z.string(),
  feature: FeatureView,
  user: z.object({ id: z.uuid(), email: z.string(), name: z.string().nullable() }),
  organization: Named.nullable(),
  path: z.array(Step),
  /** Only if a record was asked about. */
  record: ExplainedRecord.optional(),
  /** The number of roles the account holds. Of roles that do not grant the feature, `path` contains at most 50. */
  roleCount: z.number().int(),
})
export type AccessView = z.input<typeof AccessView>

const MOST_ORGANIZATIONS = 20
const MOST_SILENT_ROLES = 50

/**
 * Explains how a request of the account would be authorized in its tenant; without an organization, in the one it works in by
 * default. Throws 404 for accounts and 400 for organizations that the caller may not see.
 */
export async function explainAccess(
  ctx: Context,
  { userId, feature, organizationId: asked, record }: AccessQuestion & { readonly record?: RecordName | undefined },
): Promise<AccessView> {
  const { inject, scope } = ctx
  const user = await findUser(ctx, userId)
  const account = user && (await loadAccount(ctx, userId))
  if (!user || !account) throw notFound('User')
  const tree = await inject(organizationTrees).of(scope.tenantId)
  const seen = toSeen(tree, scope.organizationIds)
  if (asked !== null && !seen.has(asked)) throw badInput('Organization not found')
  const { userAcl, roleAcls, isSuperAdmin: superAdmin } = account
  const subject = { userAcl, roleAcls, superAdmin, tree }
  const row = record && (await explainRow(ctx, { ...record, actor: await toActor(ctx, account, subject) }))
  if (row === null) throw notFound('Record')
  const organizationId = row?.organizationId ?? asked ?? defaultOrganization(account, effectiveAcl(subject), tree)
  // Keeps names of organizations that the caller may not see out of the explanation.
  const found = explain({ subject: { ...subject, tree: seen.tree }, feature, organizationId })
  const unusable = await whyUnusable(ctx, account, tree)
  const facts = {
    feature: await toFeatureView(ctx, feature),
    user: { id: userId, email: user.email, name: user.name ?? null },
    organization: organizationId === null ? null : seen.named(organizationId),
    roleCount: account.roles.length,
  }
  const accountStep = step('account', unusable ? 'denied' : 'passed', { id: userId, name: user.email })
  if (unusable)
    return {
      isAllowed: false,
      reason: 'account_unusable',
      sentence: unusable,
      ...facts,
      path: [accountStep],
      ...(record && row && { record: toRecord(record, row, false) }),
    }
  const { isAllowed, sentence } = found
  // Only API keys are limited by somebody else's rights.
  const reason = found.reason === 'key_limited' ? 'missing_feature' : found.reason
  const path = [accountStep, ...toPath(account, { ...found, organizationId }, seen)]
  return {
    isAllowed,
    reason,
    sentence,
    ...facts,
    path,
    ...(record && row && { record: toRecord(record, row, isAllowed) }),
  }
}

/** A record that can be restricted: `catalog.product` and its id. */
export interface RecordName {
  readonly kind: string
  readonly id: string
}

/** Whom requests of the account act as, as far as row policies are concerned. */
export async function toActor(
  ctx: Pick<Context, 'widenScope' | 'inject' | 'scope'>,
  account: Account,
  subject: Parameters<typeof effectiveAcl>[0],
): Promise<Actor> {
  const { id, roles, teams, tenantId, organizationId } = account
  const { isSuperAdmin, features, organizations, layers } = effectiveAcl(subject)
  return {
    id,
    kind: 'user',
    userId: id,
    email: null,
    roles: roles.map(({ name }) => name),
    roleIds: roles.map((role) => role.id),
    teams,
    ...(await callerValues(ctx, account, layers)),
    isSuperAdmin,
    grants: compileGrants(features),
    allowedOrganizationIds: organizations,
    ...(layers && { layers }),
    homeTenantId: tenantId,
    homeOrganizationId: organizationId,
    sessionId: null,
  }
}

/** Adds to each holder of a feature what they may do to a record. Throws 404 if the caller does not see it. */
export async function withRecord(
  ctx: Context,
  holders: readonly HolderView[],
  asked: Omit<AccessQuestion, 'userId'> & { readonly record: RecordName },
): Promise<HolderView[]> {
  if (!(await explainRow(ctx, { ...asked.record, actor: ctx.actor }))) throw notFound('Record')
  const shown: HolderView[] = []
  for (const holder of holders) {
    const { record } = await explainAccess(ctx, { ...asked, userId: holder.id })
    const permits = (action: string) => {
      const found = record?.actions.find((one) => one.action === action)
      return found ? found.isPermitted : false
    }
    shown.push({ ...holder, record: { read: permits('read'), update: permits('update'), delete: permits('delete') } })
  }
  return shown
}

const DONE = { read: 'seen', update: 'changed', delete: 'deleted' } as const

function toRecord(
  { kind, id }: RecordName,
  { actions }: ExplainedRow,
  isAllowed: boolean,
): z.input<typeof ExplainedRecord> {
  const isShared = actions.some(({ action, shares }) => action === 'read' && shares.length > 0)
  return {
    kind,
    id,
    actions: actions.map(({ action, isPermitted, layers, shares }) => {
      const policies = layers.flat()
      const named = (some: typeof policies) => [...new Set(some.map(({ source }) => sourceName(source)))].join(' and ')
      const satisfied = policies.filter(({ isSatisfied }) => isSatisfied)
      const unknown = policies.filter(({ isSatisfied }) => isSatisfied === null)
      const isDone = isAllowed && isPermitted
      const why = () => {
        if (!isAllowed) return 'the feature is not granted where the record is'
        const [share] = shares
        if (share) return `it is shared with ${SHARED[share.subjectKind]}`
        if (isPermitted === null)
          return unknown.length > 0
            ? `the policy of ${named(unknown)} compares fields that you may not read`
            : 'whether it can be seen is not shown to you'
        if (isPermitted)
          return policies.length === 0
            ? `no policy restricts "${kind}"`
            : `the policy of ${named(satisfied)} permits it`
        if (policies.length > 0 && satisfied.length === 0) return `no policy of ${named(policies)} permits it`
        if (action === 'read') return 'one of its limits does not permit it'
        return isShared ? 'it is shared, and the share does not permit it' : 'it cannot be seen'
      }
      const can = isDone === null ? 'may or may not' : isDone ? 'can' : 'cannot'
      return {
        action,
        isPermitted: isDone,
        sentence: `The record ${can} be ${DONE[action]}: ${why()}.`,
        policies: policies.map(({ source, condition, isSatisfied, fault }) => ({
          ...(source.kind === 'role' ? source : { kind: 'user_acl' as const, id: null, name: null }),
          condition,
          isSatisfied,
          fault: fault ?? null,
        })),
        shares: shares.map(({ id: shareId, subjectKind, subjectId, expiresAt: until }) => ({
          id: shareId,
          with: subjectKind,
          subjectId,
          until,
        })),
      }
    }),
  }
}

const SHARED = { user: 'the user', team: 'a team of the user', role: 'a role of the user' } as const

const sourceName = (source: AclSource) =>
  source.kind === 'role' ? `role "${source.name}"` : "the user's own permissions"

/** The feature with its label; null if no composed module declares it. */
export async function toFeatureView(
  { inject, locale }: Pick<Context, 'inject' | 'locale'>,
  id: string,
): Promise<z.input<typeof FeatureView>> {
  const { language } = await locale()
  for (const module of inject(composition).modules)
    for (const feature of Object.values(module.features ?? {}))
      if (feature.id === id)
        return { id, title: inject(texts).in(language, feature.title), module: module.id, isDeclared: true }
  return { id, title: null, module: null, isDeclared: false }
}

/** Organizations as the caller sees them. All of them count, but only visible ones have names. */
interface SeenOrganizations {
  readonly tree: OrganizationTree
  has(id: string): boolean
  named(id: string): z.input<typeof Named>
}

function toSeen(tree: OrganizationTree, organizationIds: readonly string[] | null): SeenOrganizations {
  const seen = organizationIds && new Set(organizationIds)
  const get = (id: string) => (!seen || seen.has(id) ? tree.get(id) : undefined)
  return {
    tree: { ...tree, get },
    has: (id) => get(id) !== undefined,
    named: (id) => ({ id, name: get(id)?.name ?? null }),
  }
}

function defaultOrganization(account: Account, acl: ReturnType<typeof effectiveAcl>, tree: OrganizationTree) {
  const { tenantId, organizationId } = account
  return organizationForCheck(resolveScope({ identity: { tenantId, organizationId }, acl, tree }), organizationId)
}

async function whyUnusable(ctx: Context, account: Account, tree: OrganizationTree): Promise<string | null> {
  if (!account.isActive) return 'Denied: the account is deactivated.'
  if (!account.isConfirmed) return 'Denied: the account is not confirmed.'
  if (await mayLogIn(ctx, account)) return null
  const { organizationId } = account
  const home = organizationId === null ? undefined : tree.get(organizationId)
  if (organizationId !== null && !home) return "Denied: the account's organization is deleted."
  return `Denied: the account's ${home?.isActive === false ? 'organization' : 'tenant'} is inactive.`
}

type Findings = ReturnType<typeof explain>

function toPath(account: Account, found: Findings, seen: SeenOrganizations): Step[] {
  const { reason, feature, matches, isAllowed, organizationId } = found
  if (reason === 'super_admin') {
    const flagged = [account.userAcl, ...account.roleAcls].find((row) => row?.isSuperAdmin)?.source
    return [step('super_admin', 'allowed', flagged?.kind === 'role' ? flagged : {})]
  }
  const rows = toRows(account, feature, seen)
  const grants = [...new Set(matches.map(({ grant }) => grant))]
  const hasFeature = reason === 'granted' || reason === 'organization_excluded'
  const featureStep = step('feature', hasFeature ? 'passed' : 'denied', { id: feature, grants })
  if (!hasFeature) return [step('super_admin', 'no_match'), ...rows, featureStep]
  const place = organizationId === null ? {} : seen.named(organizationId)
  const confined = toConfinement(found.organizations, seen)
  const organizationStep = step('organization', isAllowed ? 'allowed' : 'denied', { ...place, ...confined })
  return [step('super_admin', 'no_match'), ...rows, featureStep, organizationStep]
}

/** The rows of rights, with those that grant the feature first. */
function toRows({ userAcl, roleAcls, roles }: Account, feature: string, seen: SeenOrganizations): Step[] {
  const covering = new Set(coveringGrants(feature))
  const toRow = (acl: AclEntry): Step => {
    const { source } = acl
    const grants = [...new Set(acl.features.filter((grant) => covering.has(grant.trim())))]
    const isIgnored = source.kind === 'role' && userAcl !== null
    const outcome = isIgnored ? 'ignored' : grants.length > 0 ? 'passed' : 'no_match'
    const owner = source.kind === 'role' ? source : {}
    const kind = source.kind === 'role' ? 'role' : 'user_acl'
    return step(kind, outcome, { ...owner, grants, ...toConfinement(acl.organizations, seen) })
  }
  const own = userAcl ? [toRow(userAcl)] : []
  const held = roleAcls.map(toRow)
  const without = roles.filter(({ id }) => !held.some((row) => row.id === id))
  const empty = without.map((role) => step('role', userAcl ? 'ignored' : 'no_match', role))
  const silent = [...held.filter(({ grants }) => grants.length === 0), ...empty].slice(0, MOST_SILENT_ROLES)
  return [...own, ...held.filter(({ grants }) => grants.length > 0), ...silent]
}

function toConfinement(organizations: readonly string[] | null, { named }: SeenOrganizations) {
  return {
    organizations: organizations && organizations.slice(0, MOST_ORGANIZATIONS).map(named),
    organizationCount: organizations && organizations.length,
  }
}

function step(kind: Step['kind'], outcome: Step['outcome'], facts: Partial<Step> = {}): Step {
  const { id = null, name = null, grants = [], organizations = null, organizationCount = null } = facts
  return { kind, outcome, id, name, grants, organizations, organizationCount }
}
