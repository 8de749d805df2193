/** Limits of a stored part of a rule: levels of nesting, and members plus characters of text. */
const JSON_LIMITS = { depth: 32, size: 100_000 } as const

/**
 * Describes which limit a JSON value exceeds, or returns `undefined`. Iterative, so that deep nesting cannot overflow the stack.
 */
export function findSizeFault(value: unknown): string | undefined {
  const pending = [{ value, depth: 0 }]
  let size = 0
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { depth } = next
    if (depth > JSON_LIMITS.depth) return `more than ${JSON_LIMITS.depth} levels of nested values`
    const members = membersOf(next.value)
    size += sizeOf(next.value, members)
    if (size > JSON_LIMITS.size) return `more than ${JSON_LIMITS.size} characters and values`
    for (const member of members) pending.push({ value: member, depth: depth + 1 })
  }
  return undefined
}

function membersOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

function sizeOf(value: unknown, members: readonly unknown[]): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value) || members.length === 0) return members.length
  return members.length + Object.keys(value as object).reduce((sum, key) => sum + key.length, 0)
}
