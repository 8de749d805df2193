import type { JSX } from 'preact'
import { t } from '../lib/i18n.ts'
import { ResourceView } from '../ui/resource-view.tsx'

/** All tenants, for super admins; for others their own. */
export function Tenants(): JSX.Element {
  return (
    <ResourceView
      resource="/directory/tenants"
      title={t('tenants')}
      icon="globe"
      kind="directory.tenant"
      columns={['name', 'isActive', 'createdAt']}
    />
  )
}
