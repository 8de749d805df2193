import type { JSX } from 'preact'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { useEditing } from '../lib/editing.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { snapshotOf, whole } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import type { WidgetOf } from '../lib/widgets.ts'
import { Switch } from './field.tsx'
import { FormNotes } from './form-notes.tsx'
import { Shown } from './states.tsx'

export const ASSIGN_WIDGETS = 'dashboards.admin.assign-widgets'

type Owner = { readonly roleId: string } | { readonly userId: string }

interface Assigned {
  readonly widgetIds: readonly string[]
  readonly hasCustom: boolean
  /** What a person sees in the end; absent for a role. */
  readonly effectiveWidgetIds?: readonly string[]
}

/** The widgets that a role, or one person in the place of their roles, may have on the dashboard. */
export function WidgetAccess({ of }: { readonly of: Owner }): JSX.Element {
  const path = 'roleId' in of ? '/dashboards/roles/widgets' : '/dashboards/users/widgets'
  const assigned = useData<Assigned>(path, of)
  const catalog = useData<{ items: readonly WidgetOf[] }>('/dashboards/widgets/catalog')
  return (
    <Shown of={assigned}>
      {(given) => <Shown of={catalog}>{({ items }) => <Editor {...{ of, path, given, items }} />}</Shown>}
    </Shown>
  )
}

interface EditorProps {
  readonly of: Owner
  readonly path: string
  readonly given: Assigned
  readonly items: readonly WidgetOf[]
}

interface Choice {
  readonly isOwn: boolean
  readonly chosen: readonly string[]
}

function Editor({ of, path, given, items }: EditorProps): JSX.Element {
  const isUser = 'userId' in of
  const ownText = isUser ? t('widgets.ownUser') : t('widgets.ownRole')
  const seen = snapshotOf(given, {
    path,
    query: of,
    pick: whole<Assigned>,
    toValues: ({ hasCustom, widgetIds, effectiveWidgetIds }) => ({
      isOwn: hasCustom,
      chosen: hasCustom ? widgetIds : (effectiveWidgetIds ?? items.map(({ id }) => id)),
    }),
  })
  const editing = useEditing({ seen, draft: seen.key })
  const { isOwn, chosen } = editing.values as unknown as Choice
  const setOwn = (next: boolean) => editing.set({ isOwn: next })
  const setChosen = (next: readonly string[]) => editing.set({ chosen: next })
  const save = () =>
    editing
      .save((values, { seen: now }) => {
        const { isOwn: isCustom, chosen: wanted } = values as unknown as Choice
        const widgetIds = isCustom ? items.map(({ id }) => id).filter((id) => wanted.includes(id)) : []
        const body = { ...of, widgetIds, ...(isUser && { mode: isCustom ? 'override' : 'inherit' }) }
        return call('PUT', path, { body, version: now?.version })
      })
      .catch((error: Error) => toast({ text: error.message, kind: 'bad' }))
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FormNotes editing={editing} titleOf={(name) => (name === 'chosen' ? t('widgets') : ownText)} />
      <p class="muted">{isUser ? t('widgets.userText') : t('widgets.roleText')}</p>
      <Switch label={ownText} isOn={isOwn} onChange={setOwn} />
      <fieldset class="checks" disabled={!isOwn}>
        <legend>{t('widgets')}</legend>
        {items.map(({ id, title, description }) => (
          <label key={id} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) =>
                setChosen(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
            <span>
              {visible(title, 120)}
              {description && <span class="below muted">{visible(description, 200)}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <div class="actions">
        <button type="submit" class="button primary" disabled={isOwn && !isUser && chosen.length === 0}>
          {t('save')}
        </button>
      </div>
    </form>
  )
}
