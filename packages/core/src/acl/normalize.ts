/** The entry in a list of organizations that stands for all of them, and the cookie value that selects all. */
export const ALL_ORGANIZATIONS = '__all__'

/** Trims, drops empty entries and duplicates, and keeps the order of first mention. */
export function normalizeFeatures(features: Iterable<string>): string[] {
  const kept = new Set<string>()
  for (const feature of features) {
    const trimmed = feature.trim()
    if (trimmed !== '') kept.add(trimmed)
  }
  return [...kept]
}

/** Stored or sent organizations in one form: `null` for all of the tenant (also for `__all__`), else distinct ids (6.4). */
export function normalizeOrganizations(organizations: Iterable<string> | null | undefined): string[] | null {
  if (organizations === null || organizations === undefined) return null
  const ids = normalizeFeatures(organizations)
  return ids.includes(ALL_ORGANIZATIONS) ? null : ids
}

/**
 * A role name as it is compared: compatibility forms folded, invisible characters removed, spaces collapsed and
 * trimmed, lower case. Two roles of a tenant may not share it.
 */
export function normalizeRoleName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** Names of the roles every tenant begins with; only super admins may create or rename to them. */
export const RESERVED_ROLE_NAMES: readonly string[] = Object.freeze(['superadmin', 'admin', 'employee'])

/** True for a reserved role name in any spelling that looks like one, such as `SuperAdmin ` or `super admin`. */
export function isReservedRoleName(name: string): boolean {
  return RESERVED_ROLE_NAMES.includes(normalizeRoleName(name).replaceAll(/[\s_-]/gu, ''))
}
