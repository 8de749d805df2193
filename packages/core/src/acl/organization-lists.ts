/** Stands for all organizations, in a list of organizations and as a cookie value. */
export const ALL_ORGANIZATIONS = '__all__'

/** Trims entries, removes empty ones and duplicates, and keeps the order. */
export function distinctTexts(features: Iterable<string>): string[] {
  const kept = new Set<string>()
  for (const feature of features) {
    const trimmed = feature.trim()
    if (trimmed !== '') kept.add(trimmed)
  }
  return [...kept]
}

/**
 * Normalizes stored or received organizations: `null` for all of the tenant (also for `__all__`), otherwise distinct ids
 * (decision: Grant matching).
 */
export function normalizeOrganizations(organizations: Iterable<string> | null | undefined): string[] | null {
  if (organizations === null || organizations === undefined) return null
  const ids = distinctTexts(organizations)
  return ids.includes(ALL_ORGANIZATIONS) ? null : ids
}
