import type { JSX } from 'preact'
import { t } from '../lib/i18n.ts'
import { query } from '../lib/location.ts'
import { ResourceView } from '../ui/resource-view.tsx'
import { SetMembers } from '../ui/set-members.tsx'

/** Rule sets and the rules in them. */
export function RuleSets(): JSX.Element {
  const id = query.value['members']
  if (id) return <SetMembers id={id} />
  return (
    <ResourceView
      resource="/business_rules/sets"
      title={t('sets')}
      icon="folder"
      kind="business_rules.set"
      label="setName"
      columns={['setName', 'setId', 'enabled', 'updatedAt']}
      more={{ title: t('sets.members'), href: (one) => `/business_rules/sets?members=${one}` }}
    />
  )
}
