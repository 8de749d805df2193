import { composition, type Context, type Module } from '@plinth/core'
import { z } from 'zod'

/** All grants that cover a feature: the feature itself, everything below it, wildcards of its prefixes, and `*`. */
export function coveringGrants(featureId: string): string[] {
  const parts = featureId.split('.')
  return [
    '*',
    featureId,
    `${featureId}.*`,
    ...parts.slice(0, -1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`),
  ]
}

/** For a platform's modules, all grants that cover a feature declared by one of them. */
const grantsOf = new WeakMap<readonly Module[], ReadonlySet<string>>()

/** The grants that cover a feature of a composed module. All others have no effect until their module is composed. */
export function knownGrants({ inject }: Pick<Context, 'inject'>): ReadonlySet<string> {
  const { modules } = inject(composition)
  const made = grantsOf.get(modules)
  if (made) return made
  const declared = modules.flatMap(({ features = {} }) => Object.values(features))
  const grants = new Set(declared.flatMap(({ id }) => coveringGrants(id)))
  grantsOf.set(modules, grants)
  return grants
}

/** Features that were accepted, as published, although no composed module declares them; absent if there are none. */
export const UnknownFeatures = z.object({ unknownFeatures: z.array(z.string()).optional() })

/** Lists the features in the response that no composed module declares, which are usually typos. */
export function nameUnknown(
  ctx: Pick<Context, 'inject'>,
  features: readonly string[],
): z.input<typeof UnknownFeatures> {
  const known = knownGrants(ctx)
  const unknownFeatures = [...new Set(features)].filter((id) => !known.has(id))
  return unknownFeatures.length > 0 ? { unknownFeatures } : {}
}
