import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { toast } from '../lib/toasts.ts'
import type { WidgetOf } from '../lib/widgets.ts'
import { Switch } from './field.tsx'
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

function Editor({ of, path, given, items }: EditorProps): JSX.Element {
  const isUser = 'userId' in of
  const [isOwn, setOwn] = useState(given.hasCustom)
  const [chosen, setChosen] = useState<readonly string[]>([])
  useEffect(() => {
    setOwn(given.hasCustom)
    setChosen(given.hasCustom ? given.widgetIds : (given.effectiveWidgetIds ?? items.map(({ id }) => id)))
  }, [JSON.stringify(given)])
  const save = () => {
    const widgetIds = isOwn ? items.map(({ id }) => id).filter((id) => chosen.includes(id)) : []
    const body = { ...of, widgetIds, ...(isUser && { mode: isOwn ? 'override' : 'inherit' }) }
    call('PUT', path, { body }).catch((error: Error) => toast({ text: error.message, kind: 'bad' }))
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <p class="muted">{isUser ? t('widgets.userText') : t('widgets.roleText')}</p>
      <Switch label={isUser ? t('widgets.ownUser') : t('widgets.ownRole')} isOn={isOwn} onChange={setOwn} />
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
