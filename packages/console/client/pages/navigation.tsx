import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { useEditing } from '../lib/editing.ts'
import { t } from '../lib/i18n.ts'
import { type MenuGroup, publishedHref, shippedGroups } from '../lib/menu.ts'
import { snapshotOf, whole } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import type { SidebarSettings } from '../lib/types.ts'
import { FormNotes } from '../ui/form-notes.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { Shown } from '../ui/states.tsx'

interface Preferences {
  readonly settings: SidebarSettings
  readonly canApplyToRoles: boolean
  readonly roles: readonly { readonly id: string; readonly name: string; readonly hasPreference: boolean }[]
}

/** Order, names and what is hidden in the navigation, for oneself and for roles. */
export function NavigationPage(): JSX.Element {
  const preferences = useData<Preferences>('/auth/sidebar/preferences')
  return (
    <Page title={t('navigation')} text={t('navigation.text')}>
      <Shown of={preferences}>{(given) => <Editor given={given} groups={shippedGroups.value} />}</Shown>
    </Page>
  )
}

interface EditorProps {
  readonly given: Preferences
  readonly groups: readonly MenuGroup[]
}

function Editor({ given, groups }: EditorProps): JSX.Element {
  const source = { path: '/auth/sidebar/preferences', pick: whole<Preferences>, toValues: toSettings }
  const seen = snapshotOf(given, source)
  const editing = useEditing({ seen, draft: seen.key })
  const settings = editing.values as unknown as SidebarSettings
  const [roleIds, setRoleIds] = useState<readonly string[]>([])
  const order = [...groups].sort((a, b) => place(settings, a.id) - place(settings, b.id))
  const set = (change: Partial<SidebarSettings>) => editing.set(change)
  const move = (id: string, step: number) => {
    const ids = order.map((group) => group.id)
    const at = ids.indexOf(id)
    const to = at + step
    if (to < 0 || to >= ids.length) return
    ids.splice(to, 0, ...ids.splice(at, 1))
    set({ groupOrder: ids })
  }
  const save = () =>
    editing
      .save((values, { seen: now }) =>
        call('PUT', '/auth/sidebar/preferences', {
          body: { ...values, ...(roleIds.length > 0 && { applyToRoles: roleIds }) },
          version: now?.version,
        }),
      )
      .then(
        (isSaved) => isSaved && setRoleIds([]),
        (error: Error) => toast({ text: error.message, kind: 'bad' }),
      )
  return (
    <form
      class="card padded stack"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FormNotes editing={editing} titleOf={(name) => t(`navigation.${name as keyof typeof NONE}`)} />
      {order.map(({ id, name: defaultName, items }, index) => (
        <fieldset key={id} class="nav-group">
          <legend class="hidden">{defaultName}</legend>
          <div class="nav-row">
            <input
              class="input strong"
              aria-label={t('navigation.groupName', { name: defaultName })}
              placeholder={defaultName}
              maxLength={120}
              value={settings.groupLabels[id] ?? ''}
              onInput={(event) => set({ groupLabels: withLabel(settings.groupLabels, id, event.currentTarget.value) })}
            />
            <button
              type="button"
              class="icon-button"
              disabled={index === 0}
              aria-label={t('moveUp', { name: defaultName })}
              onClick={() => move(id, -1)}
            >
              <Icon name="up" />
            </button>
            <button
              type="button"
              class="icon-button"
              disabled={index === order.length - 1}
              aria-label={t('moveDown', { name: defaultName })}
              onClick={() => move(id, 1)}
            >
              <Icon name="down" />
            </button>
          </div>
          {items
            .map(({ page, title }) => ({ href: publishedHref(page), title }))
            .map((item) => (
              <div class="nav-row child" key={item.href}>
                <input
                  class="input"
                  aria-label={t('navigation.itemName', { name: item.title })}
                  placeholder={item.title}
                  maxLength={120}
                  value={settings.itemLabels[item.href] ?? ''}
                  onInput={(event) =>
                    set({ itemLabels: withLabel(settings.itemLabels, item.href, event.currentTarget.value) })
                  }
                />
                <label class="check">
                  <input
                    type="checkbox"
                    checked={!settings.hiddenItems.includes(item.href)}
                    onChange={(event) =>
                      set({
                        hiddenItems: event.currentTarget.checked
                          ? settings.hiddenItems.filter((one) => one !== item.href)
                          : [...settings.hiddenItems, item.href],
                      })
                    }
                  />
                  <span>
                    {t('navigation.shown')}
                    <span class="hidden"> {item.title}</span>
                  </span>
                </label>
              </div>
            ))}
        </fieldset>
      ))}
      {given.canApplyToRoles && given.roles.length > 0 && (
        <fieldset class="checks">
          <legend>{t('navigation.forRoles')}</legend>
          {given.roles.map(({ id, name, hasPreference }) => (
            <label class="check" key={id}>
              <input
                type="checkbox"
                checked={roleIds.includes(id)}
                onChange={(event) =>
                  setRoleIds(event.currentTarget.checked ? [...roleIds, id] : roleIds.filter((one) => one !== id))
                }
              />
              <span>
                {name} {hasPreference && <span class="badge">{t('navigation.hasOwn')}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={() => set(NONE)}>
          {t('navigation.reset')}
        </button>
        <button type="submit" class="button primary">
          {t('save')}
        </button>
      </div>
    </form>
  )
}

/** All of them are sent, since what is absent would be taken for empty. */
const toSettings = ({ settings }: Preferences) => settings

const NONE = { groupOrder: [], groupLabels: {}, itemLabels: {}, hiddenItems: [] }

const place = ({ groupOrder }: SidebarSettings, id: string) => (groupOrder.includes(id) ? groupOrder.indexOf(id) : 1000)

function withLabel(labels: Readonly<Record<string, string>>, key: string, value: string) {
  const { [key]: _, ...others } = labels
  return value.trim() === '' ? others : { ...others, [key]: value }
}
