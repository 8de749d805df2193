import type { AclSource } from '../define/row-policies.ts'
import { type AclEntry, type AclSubject, countingEntries, effectiveAcl } from './effective-acl.ts'
import { compileGrants } from './grants.ts'
import { isOrganizationAllowed, type OrganizationTree } from './organization-tree.ts'

/** A subject, a feature, and the organization it is used in; null for any organization that the subject can reach. */
export interface ExplainQuestion {
  readonly subject: AclSubject
  readonly feature: string
  readonly organizationId: string | null
}

/** A grant that covers a feature, and the row that contains it. */
export interface GrantMatch {
  readonly source: AclSource
  readonly grant: string
}

/** A decision and its reason: typed for programs, as a sentence for people. */
export interface Explanation {
  readonly isAllowed: boolean
  readonly reason: ExplainReason
  readonly feature: string
  readonly organizationId: string | null
  /** Matching grants in the rows that apply. Also set on denials that have another reason than the feature. */
  readonly matches: readonly GrantMatch[]
  /** Grants of roles that would match if the user's own row did not replace the roles. */
  readonly replaced: readonly GrantMatch[]
  /** The organizations that the subject is restricted to; null for no restriction. */
  readonly organizations: readonly string[] | null
  readonly sentence: string
}

/** `key_limited`: the API key's roles grant the feature, but its creator does not hold it. */
export type ExplainReason =
  | 'super_admin'
  | 'granted'
  | 'no_rights'
  | 'missing_feature'
  | 'key_limited'
  | 'organization_excluded'

/** Explains why a subject may or may not use a feature; consistent with the checks made for requests. */
export function explain({ subject, feature, organizationId }: ExplainQuestion): Explanation {
  const acl = effectiveAcl(subject)
  const counting = countingEntries(subject)
  const matches = matchesIn(counting, feature)
  const facts = {
    feature,
    organizationId,
    matches,
    replaced: subject.userAcl ? matchesIn(subject.roleAcls, feature) : [],
    organizations: acl.organizations,
  }
  const reason = ((): ExplainReason => {
    if (acl.isSuperAdmin) return 'super_admin'
    const isInside = isWithin(acl.organizations, { organizationId, tree: subject.tree })
    if (compileGrants(acl.features).has(feature)) return isInside ? 'granted' : 'organization_excluded'
    if (subject.key && (matches.length > 0 || hasFlag(subject))) return 'key_limited'
    return counting.length === 0 ? 'no_rights' : 'missing_feature'
  })()
  const isAllowed = reason === 'super_admin' || reason === 'granted'
  return { isAllowed, reason, ...facts, sentence: SENTENCES[reason]({ ...facts, tree: subject.tree }) }
}

type Findings = Omit<Explanation, 'isAllowed' | 'reason' | 'sentence'> & { readonly tree: OrganizationTree }

const SENTENCES: Record<ExplainReason, (facts: Findings) => string> = {
  super_admin: ({ feature }) => `Allowed: a super admin may use "${feature}" everywhere.`,
  granted: ({ feature, matches }) =>
    matches.length === 0
      ? `Allowed: the super-admin flag of the key's roles covers "${feature}" within its organization.`
      : `Allowed: "${feature}" is granted by ${listed(matches)}.`,
  no_rights: ({ feature }) => `Denied: "${feature}" is not granted, because no ACL of this tenant applies.`,
  missing_feature: ({ feature, replaced }) =>
    replaced.length === 0
      ? `Denied: no grant covers "${feature}".`
      : `Denied: the user's own ACL does not grant "${feature}" and replaces ${listed(replaced)}.`,
  key_limited: ({ feature }) =>
    `Denied: the key's roles grant "${feature}", but whoever created the key does not hold it.`,
  organization_excluded: ({ feature, organizationId, organizations, tree }) => {
    const name = (id: string | null) => `"${(id && tree.get(id)?.name) ?? id}"`
    if (organizationId === null) return `Denied: "${feature}" is granted in no organization that exists.`
    const where = organizations?.length
      ? `only in ${joined(organizations.map(name), ', ')} and below`
      : 'in no organization'
    return `Denied: "${feature}" is granted ${where}, not in ${name(organizationId)}.`
  },
}

/**
 * As for requests: without a specific organization, rights apply if at least one of their organizations exists (decision: Empty
 * restrictions).
 */
function isWithin(
  organizations: readonly string[] | null,
  { organizationId, tree }: { readonly organizationId: string | null; readonly tree: OrganizationTree },
): boolean {
  if (organizationId === null) return organizations === null || organizations.some((id) => tree.has(id))
  return isOrganizationAllowed({ organizations, organizationId, tree })
}

/** Sentences list only a few items of each kind. */
const MOST_NAMED = 10

function joined(texts: readonly string[], separator: string): string {
  const more = texts.length - MOST_NAMED
  return texts.slice(0, MOST_NAMED).join(separator) + (more > 0 ? ` and ${more} more` : '')
}

function matchesIn(entries: readonly AclEntry[], feature: string): GrantMatch[] {
  return entries.flatMap(({ source, features }) =>
    features.filter((grant) => compileGrants([grant.trim()]).has(feature)).map((grant) => ({ source, grant })),
  )
}

function hasFlag({ superAdmin, userAcl, roleAcls }: AclSubject): boolean {
  return superAdmin || [userAcl, ...roleAcls].some((row) => row?.isSuperAdmin)
}

function listed(matches: readonly GrantMatch[]): string {
  const texts = matches.map(
    ({ source, grant }) => `"${grant}" of ${source.kind === 'user' ? "the user's own ACL" : `role "${source.name}"`}`,
  )
  return joined(texts, ' and ')
}
