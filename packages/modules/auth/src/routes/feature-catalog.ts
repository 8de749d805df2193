import { composition, get } from '@plinth/core'
import { texts } from '@plinth/core/http'
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
  async ({ inject, locale }) => {
    const { modules } = inject(composition)
    const { language } = await locale()
    const tell = (title: string) => inject(texts).in(language, title)
    const items = modules
      .flatMap((module) =>
        Object.values(module.features ?? {}).map(({ id, title }) => ({ id, title: tell(title), module: module.id })),
      )
      .toSorted((a, b) => compare(a.module, b.module) || compare(a.id, b.id))
    return { items, modules: modules.map(({ id, title }) => ({ id, title: tell(title) })) }
  },
)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
