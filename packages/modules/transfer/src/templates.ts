import { resource } from '@plinth/core'
import { z } from 'zod'
import { features } from './contract.ts'
import { ImportTemplate } from './entities.ts'
import { Settings } from './settings.ts'

/** Saved settings, for files of the same kind. */
export const templates = resource('/transfer/templates', ImportTemplate, {
  kind: 'transfer.template',
  title: 'Import template',
  access: { read: features.view, write: features.manage },
  input: z.object({
    name: z.string().trim().min(1).max(200),
    entity: z.string().min(1).max(100),
    settings: Settings,
  }),
  fixed: ['entity'],
  list: {
    summary: 'List saved settings of imports.',
    select: ['id', 'name', 'entity', 'settings', 'createdAt', 'updatedAt'],
    sort: ['name', 'createdAt'],
    filter: ['entity'],
  },
})
