import { composition, get } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'

const FeatureEntry = z.object({ id: z.string(), title: z.string() })

/** GET /auth/features: all features that can be granted. */
export const listFeatures = get(
  '/auth/features',
  {
    access: features['acl.manage'],
    summary: 'List the features of all modules.',
    response: z.object({ items: z.array(FeatureEntry.extend({ module: z.string() })), modules: z.array(FeatureEntry) }),
  },
  ({ inject }) => {
    const { modules } = inject(composition)
    const items = modules
      .flatMap((module) =>
        Object.values(module.features ?? {}).map(({ id, title }) => ({ id, title, module: module.id })),
      )
      .toSorted((a, b) => compare(a.module, b.module) || compare(a.id, b.id))
    return { items, modules: modules.map(({ id, title }) => ({ id, title })) }
  },
)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
