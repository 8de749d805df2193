// Names that several files declare. A name with one declaration has one meaning, and who searches for it finds that one.

interface SourceFile {
  readonly path: string
  readonly text: string
}

/**
 * What modules declare under the same name with the same meaning: their features, events, cache tags and settings, what
 * they give to the navigation and to the dashboards, what they ask before an undo, and what the checks of
 * `@plinth/core/testing` need to know of them.
 */
const CONVENTIONS = /^(?:features|events|tags|settings|ownNavigation|ownWidgets|beforeRevert|contract|examples)$/

const DECLARATION =
  /^(export )?(?:declare )?(?:abstract )?(?:async )?(interface|type|class|enum|function\*?|const) (\w+)/gm
const TYPES = new Set(['interface', 'type', 'class', 'enum'])

/** A name, with the files that declare it. */
export interface SharedName {
  readonly name: string
  readonly paths: readonly string[]
}

/** Types that two files declare, whether or not they export them. */
export const sharedTypes = (files: readonly SourceFile[]) => shared(files, (_exported, kind) => TYPES.has(kind))

/** Types, functions and constants that two files export. */
export const sharedExports = (files: readonly SourceFile[]) =>
  shared(files, (exported, _kind, name) => exported && !CONVENTIONS.test(name))

function shared(
  files: readonly SourceFile[],
  counts: (exported: boolean, kind: string, name: string) => boolean,
): SharedName[] {
  const found = new Map<string, Set<string>>()
  for (const { path, text } of files)
    for (const [, exported, kind = '', name = ''] of text.matchAll(DECLARATION))
      if (counts(exported !== undefined, kind, name)) found.set(name, (found.get(name) ?? new Set()).add(path))
  return [...found].filter(([, { size }]) => size > 1).map(([name, paths]) => ({ name, paths: [...paths] }))
}
