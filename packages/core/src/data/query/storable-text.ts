/**
 * Replaces NUL, which PostgreSQL cannot store in text, by U+FFFD (decision: NUL characters). For names and search texts, and where
 * no client can be asked to correct the value.
 */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\uFFFD')

/** Serializes JSON for a column. Also replaces unpaired surrogates, which `jsonb` cannot store either. */
export function toJsonb(value: unknown): string {
  // `JSON.stringify` does not escape paired surrogates. `\u` is an escape only after an even number of backslashes.
  return JSON.stringify(value).replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '$1\\ufffd')
}

/** The paths of texts and property names in the value that contain NUL. */
export function pathsOfNul(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return value.includes('\0') ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name.includes('\0') ? [[...path, name]] : pathsOfNul(member, [...path, name]),
  )
}
