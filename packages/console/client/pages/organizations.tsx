import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError, call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf, pathWith, query } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { byId, change, snapshotOf, withValues } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import type { Organization } from '../lib/types.ts'
import { deferred } from '../ui/deferred.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { History } from '../ui/history.tsx'
import { Icon } from '../ui/icon.tsx'
import { Looks } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'
import { OrganizationPicker } from '../ui/pickers.tsx'
import { Empty, Shown } from '../ui/states.tsx'

type Asked =
  | { readonly what: 'add'; readonly parent: Organization | null }
  | { readonly what: 'edit' | 'move' | 'delete' | 'history'; readonly of: Organization }

const OrganizationChart = deferred(async () => (await import('../ui/organization-chart.tsx')).OrganizationChart)
const OrganizationDrawer = deferred(async () => (await import('../ui/organization-drawer.tsx')).OrganizationDrawer)

const PATH = '/directory/organizations'

/** The organization as the list of all of them has it. */
const seenOf = (of: Organization) =>
  snapshotOf(of, {
    path: PATH,
    query: { view: 'manage', ids: of.id },
    pick: byId<Organization>(of.id),
    toValues: ({ name, parentId, isActive }) => ({ name, parentId, isActive }),
  })

const tell = (error: unknown) => toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })

/** The organizations of the tenant as a tree. They are moved by dragging, or with a dialog. */
export function Organizations(): JSX.Element {
  const tree = useData<{ items: readonly Organization[] }>('/directory/organizations', { view: 'tree', status: 'all' })
  const [asked, setAsked] = useState<Asked>()
  const [dragged, setDragged] = useState<Organization>()
  const close = () => setAsked(undefined)
  const canManage = may('directory.organizations.manage')
  const { open, look } = query.value
  const move = async (of: Organization, parentId: string | null) => {
    await change(seenOf(of), ({ row: { id, parentId: current }, version }) => {
      // Where somebody else has put it is not guessed.
      if (current !== of.parentId) throw new Error(t('organizations.moved', { name: visible(of.name, 80) }))
      return call('PUT', PATH, { body: { id, parentId }, version })
    }).catch((error: unknown) => {
      tell(error)
      tree.reload()
    })
  }
  const drop = (parent: Organization | null) => {
    if (dragged && dragged.id !== parent?.id && dragged.parentId !== (parent?.id ?? null))
      void move(dragged, parent?.id ?? null)
    setDragged(undefined)
  }
  return (
    <Page
      title={t('organizations')}
      text={t('organizations.text')}
      actions={
        canManage && (
          <button type="button" class="button primary" onClick={() => setAsked({ what: 'add', parent: null })}>
            <Icon name="plus" size={18} />
            {t('organizations.new')}
          </button>
        )
      }
    >
      <section class="card padded">
        <div class="org-looks">
          <Looks
            of={[
              { id: '', title: t('looks.list'), icon: 'list' },
              { id: 'chart', title: t('looks.chart'), icon: 'rules' },
            ]}
            current={look === 'chart' ? look : ''}
          />
        </div>
        <Shown of={tree}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty icon="building" title={t('organizations.empty')} />
            ) : look === 'chart' ? (
              <OrganizationChart roots={items} />
            ) : (
              <>
                <Nodes {...{ nodes: items, canManage, dragged, setDragged, drop, ask: setAsked }} />
                {dragged && (
                  <div class="drop-root" onDragOver={(event) => event.preventDefault()} onDrop={() => drop(null)}>
                    {t('organizations.toTop')}
                  </div>
                )}
              </>
            )
          }
        </Shown>
      </section>
      {open !== undefined && !asked && tree.data && (
        <OrganizationDrawer
          id={open}
          roots={tree.data.items}
          canManage={canManage}
          onAsk={(what, of) => setAsked(what === 'add' ? { what, parent: of } : { what, of })}
        />
      )}
      {asked?.what === 'add' && (
        <EditDialog
          title={t('organizations.new')}
          action={t('create')}
          fields={[field('name', { isRequired: true, maxLength: 200 })]}
          name={`below ${asked.parent?.id}`}
          onSubmit={(values) => call('POST', PATH, { body: { ...values, parentId: asked.parent?.id ?? null } })}
          onClose={close}
        />
      )}
      {asked?.what === 'edit' && (
        <EditDialog
          title={t('edit')}
          seen={withValues(seenOf(asked.of), ({ name, isActive }) => ({ name, isActive }))}
          fields={[field('name', { isRequired: true, maxLength: 200 }), field('isActive', { kind: 'boolean' })]}
          onSubmit={(values, { version }) => call('PUT', PATH, { body: { id: asked.of.id, ...values }, version })}
          onClose={close}
        />
      )}
      {asked?.what === 'move' && <Move of={asked.of} onClose={close} />}
      {asked?.what === 'delete' && <Delete of={asked.of} onClose={close} />}
      {asked?.what === 'history' && (
        <Dialog title={`${t('history')}: ${visible(asked.of.name, 80)}`} look="drawer" onClose={close}>
          <History kind="directory.organization" id={asked.of.id} />
        </Dialog>
      )}
    </Page>
  )
}

interface NodesProps {
  readonly nodes: readonly Organization[]
  readonly canManage: boolean
  readonly dragged: Organization | undefined
  readonly setDragged: (of: Organization | undefined) => void
  readonly drop: (parent: Organization | null) => void
  readonly ask: (asked: Asked) => void
}

function Nodes(props: NodesProps): JSX.Element {
  const { nodes, canManage, dragged, setDragged, drop, ask } = props
  return (
    <ul class="org-tree">
      {nodes.map((node) => (
        <li key={node.id}>
          <div
            class={`org ${dragged && dragged.id !== node.id ? 'target' : ''}`}
            draggable={canManage}
            onDragStart={() => setDragged(node)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => {
              event.stopPropagation()
              drop(node)
            }}
          >
            <Icon name="building" size={18} />
            <a class="strong" href={hrefOf(pathWith({ open: node.id }))} draggable={false}>
              {visible(node.name, 120)}
            </a>
            {!node.isActive && <span class="badge">{t('inactive')}</span>}
            <span class="org-actions">
              <button type="button" class="button small quiet" onClick={() => ask({ what: 'history', of: node })}>
                {t('history')}
              </button>
              {canManage && (
                <>
                  <button type="button" class="button small quiet" onClick={() => ask({ what: 'add', parent: node })}>
                    {t('organizations.below')}
                  </button>
                  <button type="button" class="button small quiet" onClick={() => ask({ what: 'move', of: node })}>
                    {t('move')}
                  </button>
                  <button type="button" class="button small quiet" onClick={() => ask({ what: 'edit', of: node })}>
                    {t('edit')}
                  </button>
                  <button
                    type="button"
                    class="icon-button small danger"
                    aria-label={`${t('delete')}: ${node.name}`}
                    onClick={() => ask({ what: 'delete', of: node })}
                  >
                    <Icon name="trash" size={16} />
                  </button>
                </>
              )}
            </span>
          </div>
          {node.children && node.children.length > 0 && <Nodes {...props} nodes={node.children} />}
        </li>
      ))}
    </ul>
  )
}

interface MoveProps {
  readonly of: Organization
  readonly onClose: () => void
}

function Move({ of, onClose }: MoveProps): JSX.Element {
  return (
    <EditDialog
      title={`${t('move')}: ${visible(of.name, 80)}`}
      action={t('move')}
      name="move"
      seen={withValues(seenOf(of), ({ parentId }) => ({ parentId: parentId ?? '' }))}
      fields={[field('parentId', { isNullable: true, title: t('organizations.parent') })]}
      controls={{
        parentId: ({ value, set, described }) => (
          <OrganizationPicker
            value={String(value ?? '')}
            onChange={set}
            described={described}
            none={t('organizations.top')}
          />
        ),
      }}
      onSubmit={async ({ parentId }, { version }) =>
        parentId === undefined ? undefined : call('PUT', PATH, { body: { id: of.id, parentId }, version })
      }
      onClose={onClose}
    />
  )
}

function Delete({ of, onClose }: MoveProps): JSX.Element {
  const [warning, setWarning] = useState('')
  return (
    <RemoveDialog
      seen={seenOf(of)}
      text={warning || t('organizations.deleteText', { name: visible(of.name, 120) })}
      action={warning ? t('deleteAnyway') : t('delete')}
      onRemove={({ version }) =>
        call('DELETE', PATH, { query: { id: of.id, confirm: warning ? true : undefined }, version })
      }
      onFailure={(error) => {
        const confined = error instanceof ApiError && error.body['confinedAccounts']
        setWarning(confined ? t('organizations.confined', { count: number(Number(confined)) }) : error.message)
      }}
      onClose={onClose}
    />
  )
}
