import { defineFeatures, defineModule } from '@plinth/core'
import { z } from 'zod'
import { settings } from '../settings.ts'

const features = defineFeatures('office', { configure: 'Change settings of the office' })

/** Settings of a module, for the checks of this one. */
export const officeSettings = settings({
  id: 'office.settings',
  schema: z
    .object({
      greeting: z.string().trim().min(1).max(200),
      fewest: z.int().min(0).max(1000),
      most: z.int().min(0).max(1000),
      apiKey: z.string().max(200).meta({ writeOnly: true }),
    })
    .refine(({ fewest, most }) => fewest <= most, { path: ['most'], message: 'Must not be less than the fewest' }),
  defaults: { greeting: 'Hello', fewest: 1, most: 10, apiKey: '' },
  access: { write: features.configure },
})

/** A module with settings, for the checks of this one. */
export const office = defineModule({
  id: 'office',
  title: 'Office',
  requires: ['settings'],
  features,
  roles: { admin: ['office.*'] },
  resources: [officeSettings],
})
