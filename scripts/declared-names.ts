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
export const sharedTypes = (files: readonly SourceFile[]) => shared(declarations(files).filter(({ isType }) => isType))

/** Types, functions and constants that two files export. */
export const sharedExports = (files: readonly SourceFile[]) =>
  shared(declarations(files).filter(({ isExported, name }) => isExported && !CONVENTIONS.test(name)))

/** Names that one file exports and another declares, for itself or for others. */
export function shadowedExports(files: readonly SourceFile[]): SharedName[] {
  const all = declarations(files)
  const exported = new Set(all.filter(({ isExported }) => isExported).map(({ name }) => name))
  return shared(all.filter(({ name }) => exported.has(name)))
}

interface Declaration {
  readonly path: string
  readonly name: string
  readonly isExported: boolean
  readonly isType: boolean
}

function declarations(files: readonly SourceFile[]): Declaration[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(DECLARATION)].map(([, exported, kind = '', name = '']) => {
      return { path, name, isExported: exported !== undefined, isType: TYPES.has(kind) }
    }),
  )
}

function shared(found: readonly Declaration[]): SharedName[] {
  const byName = Map.groupBy(found, ({ name }) => name)
  const names = [...byName].map(([name, list]) => ({ name, paths: [...new Set(list.map(({ path }) => path))] }))
  return names.filter(({ paths }) => paths.length > 1)
}
