/** Number of roles read at once, since each may be as large as the limit allows. */
export const ROLES_AT_ONCE = 20

/** Splits the values into chunks of the given size. */
export function* chunksOf<T>(values: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size)
}
