/** The keys of a path, outermost first. */
export type Path = readonly string[]

/** Splits `items[0].quantity` into its keys; `[n]` means the same as `.n`. */
export function parsePath(text: string): Path {
  return text.replaceAll(/\[([^\]]*)\]/g, '.$1').split('.')
}

/** Follows own properties only, so neither prototypes nor their pollution are visible; anything absent is `undefined`. */
export function readPath(root: unknown, path: Path): unknown {
  let value = root
  for (const key of path) value = readKey(value, key)
  return value
}

/** One step of `readPath`. A `Date` reads as the text JSON would make of it. */
export function readKey(holder: unknown, key: string): unknown {
  if (holder === null || holder === undefined || !Object.hasOwn(holder as object, key)) return undefined
  const value = (holder as Readonly<Record<string, unknown>>)[key]
  return value instanceof Date ? value.toJSON() : value
}

/** True when `writePath` accepts the path: no empty key, none that names a prototype, at most 20 keys. */
export function isWritablePath(path: Path): boolean {
  return path.length <= MAX_KEYS && path.every((key) => key.trim() !== '' && !FORBIDDEN.has(key))
}

/**
 * A copy of `root` with the value at `path` replaced; everything not on the path is shared with the original. Missing
 * objects on the way are created. Answers `undefined` when the path is not writable or leads through a scalar or
 * beyond the end of an array.
 */
export function writePath(root: unknown, path: Path, value: unknown): unknown {
  if (!isWritablePath(path)) return undefined
  return replaced(root, { path, value, depth: 0 })
}

/** How many members `writePath` copies. */
export function copiedBy(root: unknown, path: Path): number {
  let holder = root
  let members = 0
  for (const key of path) {
    if (typeof holder !== 'object' || holder === null) break
    members += Array.isArray(holder) ? holder.length : Object.keys(holder).length
    holder = readKey(holder, key)
  }
  return members
}

interface Write {
  readonly path: Path
  readonly value: unknown
  readonly depth: number
}

function replaced(holder: unknown, write: Write): unknown {
  const key = write.path[write.depth]
  if (key === undefined) return write.value
  const inner = replaced(readKey(holder, key), { ...write, depth: write.depth + 1 })
  if (inner === undefined && write.depth < write.path.length - 1) return undefined
  if (holder === null || holder === undefined) return { [key]: inner }
  if (Array.isArray(holder)) {
    const index = Number(key)
    return /^\d+$/.test(key) && index <= holder.length ? holder.toSpliced(index, 1, inner) : undefined
  }
  return typeof holder === 'object' ? { ...holder, [key]: inner } : undefined
}

const MAX_KEYS = 20
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
