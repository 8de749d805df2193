import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError, call, get } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { type DefaultView, defaultViews, type ListView, VIEWS } from '../lib/list-views.ts'
import { hrefOf, pathWith } from '../lib/location.ts'
import { useOwnId } from '../lib/own-id.ts'
import { nameOf } from '../lib/records.ts'
import { may } from '../lib/session.ts'
import { change, snapshotOf } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed } from '../lib/types.ts'
import { settingsNow } from '../lib/view-settings.ts'
import { tv } from '../texts/late/views.ts'
import { CopyField } from './copy-field.tsx'
import { Dialog } from './dialog.tsx'
import { EditDialog, field } from './edit-dialog.tsx'
import { Switch } from './field.tsx'
import { Icon } from './icon.tsx'
import { RolePicker } from './pickers.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import type { ViewsProps } from './views-menu.tsx'

interface ViewDialogProps extends ViewsProps {
  readonly view: ListView
  readonly onClose: () => void
}

/** Who a view is for. */
interface Audience {
  readonly kind: 'me' | 'roles' | 'everybody'
  readonly roleIds: readonly string[]
}

/** All about a view: what it is called, who sees it, its link; for others' views, a copy of one's own. */
export function ViewDialog(props: ViewDialogProps): JSX.Element {
  const { view, list, members, columns, onOpen, onClose } = props
  const [isRemoving, setRemoving] = useState(false)
  const mayShare = may('auth.views.share')
  const seen = snapshotOf(view, {
    path: VIEWS,
    query: { id: view.id },
    pick: ({ items }: { readonly items: readonly ListView[] }) => items.find(({ id }) => id === view.id),
    toValues: ({ name, isDefault, ...one }) => ({ name, isDefault, audience: audienceOf(one) }),
  })
  const copy = async () => {
    const { id } = await call<{ id: string }>('POST', VIEWS, {
      body: { name: view.name, list, settings: view.settings },
    })
    onClose()
    onOpen(id)
  }
  const takeOver = async () => {
    const settings = settingsNow(members, columns)
    await change(seen, ({ version }) => call('PUT', VIEWS, { body: { id: view.id, settings }, version }))
    toast({ text: tv('taken') })
    onClose()
    onOpen(view.id)
  }
  const about = (
    <>
      <CopyField label={tv('link')} hint={tv('linkText')} value={linkTo(view.id, members)} />
      <MadeBy id={view.createdBy} />
      <span class="side wrap">
        <button type="button" class="button small" onClick={() => void copy().catch(tell)}>
          <Icon name="copy" size={16} />
          {tv('copy')}
        </button>
      </span>
    </>
  )
  if (isRemoving)
    return (
      <RemoveDialog
        seen={seen}
        text={tv('delete')}
        onRemove={async ({ version }) => {
          await call('DELETE', VIEWS, { query: { id: view.id }, version })
          void readDefaults()
        }}
        onDone={() => onOpen(null)}
        onClose={onClose}
      />
    )
  if (view.isShared && !mayShare)
    return (
      <Dialog title={visible(view.name, 60)} look="drawer" onClose={onClose}>
        <div class="stack">
          <p class="muted">{view.roleIds ? tv('sharedWithRoles') : tv('everybody')}</p>
          {about}
        </div>
      </Dialog>
    )
  return (
    <EditDialog<ListView>
      title={tv('title')}
      name={`view ${view.id}`}
      seen={seen}
      fields={[
        field('name', { isRequired: true, maxLength: 60, title: tv('name') }),
        ...(mayShare
          ? [
              field('audience', { kind: 'json', isRequired: true, title: tv('audience') }),
              field('isDefault', { kind: 'boolean', title: tv('default') }),
            ]
          : []),
      ]}
      fieldsets={{
        audience: ({ value, set }) => <AudienceField value={value as Audience} onChange={set} />,
        isDefault: ({ value, set }) => (
          <>
            <Switch label={tv('default')} isOn={value === true} onChange={set} />
            <p class="hint">{tv('defaultText')}</p>
          </>
        ),
      }}
      onSubmit={async (values, { version }) => {
        const { audience, ...others } = values as { readonly audience?: Audience }
        if (audience?.kind === 'roles' && audience.roleIds.length === 0)
          throw new ApiError(400, { error: tv('noRoles') })
        await call('PUT', VIEWS, { body: { id: view.id, ...others, ...(audience && toBody(audience)) }, version })
        if (mayShare) await readDefaults()
      }}
      onClose={onClose}
    >
      {about}
      <span class="side wrap">
        <button type="button" class="button small" onClick={() => void takeOver().catch(tell)}>
          <Icon name="bookmark" size={16} />
          {tv('takeOver')}
        </button>
        <button type="button" class="button small danger" onClick={() => setRemoving(true)}>
          <Icon name="trash" size={16} />
          {t('delete')}
        </button>
      </span>
    </EditDialog>
  )
}

const tell = (error: Error) => toast({ text: error.message, kind: 'bad' })

const audienceOf = ({ isShared, roleIds }: Pick<ListView, 'isShared' | 'roleIds'>): Audience => ({
  kind: !isShared ? 'me' : roleIds ? 'roles' : 'everybody',
  roleIds: roleIds ?? [],
})

const toBody = ({ kind, roleIds }: Audience) => ({
  isShared: kind !== 'me',
  roleIds: kind === 'roles' ? roleIds : null,
})

const linkTo = (id: string, members: readonly string[]) =>
  location.origin +
  hrefOf(
    pathWith({
      ...Object.fromEntries(members.map((name) => [name, null])),
      page: null,
      open: null,
      new: null,
      view: id,
    }),
  )

/** With which views lists open may have changed. */
async function readDefaults(): Promise<void> {
  defaultViews.value = (await get<{ readonly items: readonly DefaultView[] }>(`${VIEWS}/defaults`)).items
}

interface AudienceProps {
  readonly value: Audience
  readonly onChange: (value: Audience) => void
}

function AudienceField({ value, onChange }: AudienceProps): JSX.Element {
  const kinds = may('auth.roles.list') ? (['me', 'roles', 'everybody'] as const) : (['me', 'everybody'] as const)
  return (
    <div class="stack">
      <fieldset class="checks">
        <legend>{tv('audience')}</legend>
        {kinds.map((kind) => (
          <label key={kind} class="check">
            <input
              type="radio"
              name="audience"
              checked={value.kind === kind}
              onChange={() => onChange({ ...value, kind })}
            />
            <span>{tv(kind)}</span>
          </label>
        ))}
      </fieldset>
      {value.kind === 'roles' && (
        <RolePicker
          label={t('field.roles')}
          value={value.roleIds}
          onChange={(roleIds) => onChange({ ...value, roleIds })}
        />
      )}
    </div>
  )
}

/** Who made it: oneself, or another person for those who may see people. */
function MadeBy({ id }: { readonly id: string | null }): JSX.Element | null {
  const ownId = useOwnId(true)
  const { data } = useData<Listed<Readonly<Record<string, unknown>>>>(
    id !== null && may('auth.users.list') ? '/auth/users' : null,
    { id, pageSize: 1 },
  )
  const row = data?.items[0]
  const name = id !== null && id === ownId ? t('owner.me') : row && nameOf(row)
  return name ? (
    <dl class="facts">
      <div>
        <dt>{tv('madeBy')}</dt>
        <dd>{visible(name, 80)}</dd>
      </div>
    </dl>
  ) : null
}
