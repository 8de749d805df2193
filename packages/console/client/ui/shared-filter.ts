import { t } from '../lib/i18n.ts'
import type { Filter } from './filters.tsx'

/** Finds the records that are shared with the visitor. */
export const sharedFilter = (): Filter => ({
  name: 'shared',
  label: t('shares.filter'),
  options: [['me', t('shares.withMe')]],
})
