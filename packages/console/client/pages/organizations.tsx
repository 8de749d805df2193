import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { may } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import type { Organization } from '../lib/types.ts'
import { Confirm, Dialog } from '../ui/dialog.tsx'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { History } from '../ui/history.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { OrganizationPicker } from '../ui/pickers.tsx'
import { Empty, Shown } from '../ui/states.tsx'

type Asked =
  | { readonly what: 'add'; readonly parent: Organization | null }
  | { readonly what: 'edit' | 'move' | 'delete' | 'history'; readonly of: Organization }

const tell = (error: unknown) => toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })

/** The organizations of the tenant as a tree. They are moved by dragging, or with a dialog. */
export function Organizations(): JSX.Element {
  const tree = useData<{ items: readonly Organization[] }>('/directory/organizations', { view: 'tree', status: 'all' })
  const [asked, setAsked] = useState<Asked>()
  const [dragged, setDragged] = useState<Organization>()
  const close = () => setAsked(undefined)
  const canManage = may('directory.organizations.manage')
  const move = (id: string, parentId: string | null) =>
    call('PUT', '/directory/organizations', { body: { id, parentId } }).catch(tell)
  const drop = (parent: Organization | null) => {
    if (dragged && dragged.id !== parent?.id && dragged.parentId !== (parent?.id ?? null))
      void move(dragged.id, parent?.id ?? null)
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
        <Shown of={tree}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty icon="building" title={t('organizations.empty')} />
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
      {asked?.what === 'add' && (
        <EditDialog
          title={t('organizations.new')}
          action={t('create')}
          fields={[field('name', { isRequired: true, maxLength: 200 })]}
          onSubmit={(values) =>
            call('POST', '/directory/organizations', { body: { ...values, parentId: asked.parent?.id ?? null } })
          }
          onClose={close}
        />
      )}
      {asked?.what === 'edit' && (
        <EditDialog
          title={t('edit')}
          initial={{ name: asked.of.name, isActive: asked.of.isActive }}
          fields={[field('name', { isRequired: true, maxLength: 200 }), field('isActive', { kind: 'boolean' })]}
          onSubmit={(values) => call('PUT', '/directory/organizations', { body: { id: asked.of.id, ...values } })}
          onClose={close}
        />
      )}
      {asked?.what === 'move' && <Move of={asked.of} onMove={move} onClose={close} />}
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
            <span class="strong">{visible(node.name, 120)}</span>
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
  readonly onMove: (id: string, parentId: string | null) => Promise<unknown>
  readonly onClose: () => void
}

function Move({ of, onMove, onClose }: MoveProps): JSX.Element {
  return (
    <EditDialog
      title={`${t('move')}: ${visible(of.name, 80)}`}
      action={t('move')}
      initial={{ parentId: of.parentId ?? '' }}
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
      onSubmit={async ({ parentId }) =>
        parentId === undefined ? undefined : onMove(of.id, parentId === null ? null : String(parentId))
      }
      onClose={onClose}
    />
  )
}

function Delete({ of, onClose }: Pick<MoveProps, 'of' | 'onClose'>): JSX.Element {
  const [warning, setWarning] = useState('')
  const remove = () =>
    call('DELETE', '/directory/organizations', { query: { id: of.id, confirm: warning ? true : undefined } }).then(
      onClose,
      (error: Error) => setWarning(error.message),
    )
  return (
    <Confirm
      title={t('delete')}
      text={warning || t('organizations.deleteText', { name: visible(of.name, 120) })}
      action={warning ? t('deleteAnyway') : t('delete')}
      onClose={onClose}
      onConfirm={() => void remove()}
    />
  )
}
