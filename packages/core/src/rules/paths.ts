export type Path = readonly string[]

/** Splits `items[0].quantity` into its keys; `[n]` means the same as `.n`. */
export function parsePath(text: string): Path {
  return text.replaceAll(/\[([^\]]*)\]/g, '.$1').split('.')
}

/**
 * Reads own properties only, so that prototypes and prototype pollution are not visible. Returns `undefined` for anything absent.
 */
export function readPath(root: unknown, path: Path): unknown {
  let value = root
  for (const key of path) value = readKey(value, key)
  return value
}

/** One step of `readPath`. A `Date` is read as its JSON text. */
export function readKey(holder: unknown, key: string): unknown {
  if (holder === null || holder === undefined || !Object.hasOwn(holder as object, key)) return undefined
  const value = (holder as Readonly<Record<string, unknown>>)[key]
  return value instanceof Date ? value.toJSON() : value
}

/** True if `writePath` accepts the path: no empty keys, no keys that refer to a prototype, at most 20 keys. */
export function isWritablePath(path: Path): boolean {
  return path.length <= MAX_KEYS && path.every((key) => key.trim() !== '' && !FORBIDDEN.has(key))
}

/**
 * Returns a copy of `root` with the value at `path` replaced; everything outside the path is shared with the original. Creates
 * missing objects on the way. Returns `undefined` if the path is not writable, or leads through a scalar or beyond the end of an
 * array.
 */
export function writePath(root: unknown, path: Path, value: unknown): unknown {
  if (!isWritablePath(path)) return undefined
  return replaced(root, { path, value, depth: 0 })
}

/** The number of members that `writePath` copies. */
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
