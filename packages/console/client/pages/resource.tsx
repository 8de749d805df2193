import type { JSX } from 'preact'
import type { PageProps } from '../app.tsx'
import { textIn } from '../lib/i18n.ts'
import { ResourceView } from '../ui/resource-view.tsx'
import { TeamMembers } from '../ui/team-members.tsx'

/** What a drawer shows of a record in addition, by the path of its resource. */
const SECTIONS: Readonly<Record<string, typeof TeamMembers>> = { '/auth/teams': TeamMembers }

/** The records of a resource that a module has declared a page for. */
export function ResourcePage({ page }: PageProps): JSX.Element | null {
  if (!page?.resource) return null
  const { resource, title, icon = 'list', kind, state, label, columns, groups, labels, references, choices } = page
  return (
    <ResourceView
      key={resource}
      {...{ resource, title: textIn(title), icon, kind, state, label, columns, groups, labels, references, choices }}
      section={SECTIONS[resource]}
    />
  )
}
