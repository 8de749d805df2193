/** Whether what is granted includes a feature: by its id, by a wildcard, or all. */
export const isGranted = (granted: readonly string[], feature: string): boolean =>
  granted.some((grant) => grant === '*' || grant === feature || covers(grant, feature))

const covers = (grant: string, feature: string) =>
  grant.endsWith('.*') && (feature === grant.slice(0, -2) || feature.startsWith(grant.slice(0, -1)))
