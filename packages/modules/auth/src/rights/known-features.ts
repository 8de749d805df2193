import { composition, type Context, type Module } from '@plinth/core'
import { z } from 'zod'
import { coveringGrants } from './administrators.ts'

/** Of a platform's modules, all grants that satisfy a feature that one of them declares. */
const grantsOf = new WeakMap<readonly Module[], ReadonlySet<string>>()

/** The grants that satisfy a feature of a composed module; all others allow nothing, until their module is composed. */
export function knownGrants({ inject }: Pick<Context, 'inject'>): ReadonlySet<string> {
  const { modules } = inject(composition)
  const made = grantsOf.get(modules)
  if (made) return made
  const declared = modules.flatMap(({ features = {} }) => Object.values(features))
  const grants = new Set(declared.flatMap(({ id }) => coveringGrants(id)))
  grantsOf.set(modules, grants)
  return grants
}

/** Features that are taken as published although no composed module declares them; absent where there are none. */
export const UnknownFeatures = z.object({ unknownFeatures: z.array(z.string()).optional() })

/** What an answer says of features that no composed module declares: mostly slips of the pen. */
export function nameUnknown(
  ctx: Pick<Context, 'inject'>,
  features: readonly string[],
): z.input<typeof UnknownFeatures> {
  const known = knownGrants(ctx)
  const unknownFeatures = [...new Set(features)].filter((id) => !known.has(id))
  return unknownFeatures.length > 0 ? { unknownFeatures } : {}
}
