import type { ContractOptions } from './check-contract.ts'
import type { IsolationOptions } from './check-isolation.ts'
import type { UndoOptions } from './check-undo.ts'
import type { Prepare } from './test-platform.ts'

/** What the checks need to know about a module. Modules export it from `@plinth/<module>/testing`. */
export interface ModuleFixtures {
  /** Creates rows that the samples rely on, in the template database of the tests. */
  readonly prepare?: Prepare
  readonly contract?: Pick<ContractOptions, 'samples' | 'open' | 'provenElsewhere' | 'except'>
  readonly isolation?: Omit<IsolationOptions, 'samples' | 'routes' | 'modules' | 'except' | 'stopAtFirst'>
  /** Also used by `checkMigratedUndo` and `checkCrashes`. */
  readonly undo?: Pick<UndoOptions, 'examples' | 'provenElsewhere' | 'followers'>
}

/** The combined fixtures of several modules. */
export interface JoinedFixtures {
  readonly prepare: readonly Prepare[]
  readonly contract: ContractOptions
  readonly isolation: IsolationOptions
  readonly undo: UndoOptions
}

/** Combines the fixtures of all modules of a composition into the options of the checks. */
export function joinFixtures(...fixtures: readonly ModuleFixtures[]): JoinedFixtures {
  const contract: ContractOptions = {
    samples: [],
    open: [],
    ...join(
      'contract',
      fixtures.map((one) => one.contract),
    ),
  }
  const { samples, except } = contract
  return {
    prepare: fixtures.flatMap(({ prepare }) => prepare ?? []),
    contract,
    isolation: {
      samples,
      ...(except && { except }),
      ...join(
        'isolation',
        fixtures.map((one) => one.isolation),
      ),
    },
    undo: {
      examples: [],
      ...join(
        'undo',
        fixtures.map((one) => one.undo),
      ),
    },
  }
}

/** Lists are concatenated and records merged. Conflicting values for the same key are an error, because one would be lost. */
function join<Options extends object>(name: string, all: readonly (Options | undefined)[]): Partial<Options> {
  const joined: Record<string, unknown> = {}
  for (const [key, value] of all.flatMap((one) => Object.entries(one ?? {}))) {
    const before = joined[key]
    if (Array.isArray(value)) joined[key] = [...((before as unknown[] | undefined) ?? []), ...(value as unknown[])]
    else if (typeof value !== 'object') joined[key] = value
    else joined[key] = merge(`${name}.${key}`, before as object | undefined, value as object)
  }
  return joined as Partial<Options>
}

function merge(name: string, before: object = {}, after: object): object {
  const known = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(after)) {
    if (known.has(key) && known.get(key) !== value) throw new Error(`Two fixtures set \`${name}\` for ${key}`)
    known.set(key, value)
  }
  return Object.fromEntries(known)
}
