import type { JSX } from 'preact'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf, pathWith, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import type { Organization } from '../lib/types.ts'
import { to } from '../texts/late/organizations.ts'
import { Dialog } from './dialog.tsx'
import { History } from './history.tsx'
import { countOf } from './organization-chart.tsx'
import { Empty } from './states.tsx'

interface DrawerProps {
  readonly id: string
  readonly roots: readonly Organization[]
  readonly canManage: boolean
  readonly onAsk: (what: 'add' | 'move' | 'edit' | 'delete', of: Organization) => void
}

/** All about one organization, which is changed from there. */
export function OrganizationDrawer({ id, roots, canManage, onAsk }: DrawerProps): JSX.Element {
  const path = pathTo(roots, id)
  const of = path.at(-1)
  const parent = path.at(-2)
  return (
    <Dialog
      title={of ? visible(of.name, 120) : t('organizations')}
      look="drawer"
      onClose={() => setQuery({ open: null })}
      footer={
        of &&
        canManage && (
          <>
            <button type="button" class="button danger" onClick={() => onAsk('delete', of)}>
              {t('delete')}
            </button>
            <button type="button" class="button" onClick={() => onAsk('move', of)}>
              {t('move')}
            </button>
            <button type="button" class="button" onClick={() => onAsk('add', of)}>
              {t('organizations.below')}
            </button>
            <button type="button" class="button primary" onClick={() => onAsk('edit', of)}>
              {t('edit')}
            </button>
          </>
        )
      }
    >
      {of ? (
        <>
          <dl class="facts">
            <div>
              <dt>{to('state')}</dt>
              <dd>{of.isActive ? t('active') : t('inactive')}</dd>
            </div>
            <div>
              <dt>{t('organizations.parent')}</dt>
              <dd>
                {parent ? (
                  <a href={hrefOf(pathWith({ open: parent.id }))}>{visible(parent.name, 120)}</a>
                ) : (
                  t('organizations.top')
                )}
              </dd>
            </div>
            <div>
              <dt>{to('below')}</dt>
              <dd>{number(countOf(of.children ?? []))}</dd>
            </div>
          </dl>
          {may('audit_logs.view_self') && (
            <>
              <h3>{t('history')}</h3>
              <History kind="directory.organization" id={id} />
            </>
          )}
        </>
      ) : (
        <Empty icon="building" title={t('missing.title')} />
      )}
    </Dialog>
  )
}

/** The organizations from the top down to one; none if it is not there. */
function pathTo(nodes: readonly Organization[], id: string): readonly Organization[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const rest = pathTo(node.children ?? [], id)
    if (rest.length > 0) return [node, ...rest]
  }
  return []
}
