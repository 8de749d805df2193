/** Roles that are read at once: each may be as large as rights may be. */
export const ROLES_AT_ONCE = 20

/** The values, so many at a time. */
export function* chunksOf<T>(values: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size)
}
