import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { useEditing } from '../lib/editing.ts'
import { t } from '../lib/i18n.ts'
import { tn } from '../texts/late/navigation.ts'
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
    <Page title={t('navigation')} text={tn('text')}>
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
  const [dragged, setDragged] = useState<Place>()
  const { itemOrder = {} } = settings
  const move = (id: string, to: number) =>
    set({
      groupOrder: moved(
        order.map((group) => group.id),
        id,
        to,
      ),
    })
  const moveItem = (group: string, hrefs: readonly string[], { href, to }: { href: string; to: number }) =>
    set({ itemOrder: { ...itemOrder, [group]: moved(hrefs, href, to) } })
  const drop = (on: Place & { readonly hrefs?: readonly string[] }, to: number) => {
    setDragged(undefined)
    if (!dragged) return
    if (on.href === undefined && dragged.href === undefined) move(dragged.group, to)
    if (on.hrefs && dragged.href !== undefined && dragged.group === on.group)
      moveItem(on.group, on.hrefs, { href: dragged.href, to })
  }
  /** What is dragged is dropped on its like: groups on groups, entries on those of their group. */
  const canDrop = ({ group, href }: Place) =>
    dragged !== undefined &&
    (href === undefined ? dragged.href === undefined : dragged.href !== undefined && dragged.group === group)
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
      <FormNotes editing={editing} titleOf={(name) => tn(name as keyof typeof NONE)} />
      {order.map(({ id, name: defaultName, items }, index) => {
        const shown = inOrder(
          items.map(({ page, title }) => ({ href: publishedHref(page), title })),
          itemOrder[id],
        )
        const hrefs = shown.map(({ href }) => href)
        return (
          <fieldset
            key={id}
            class="nav-group"
            onDragOver={(event) => canDrop({ group: id }) && event.preventDefault()}
            onDrop={() => canDrop({ group: id }) && drop({ group: id }, index)}
          >
            <legend class="hidden">{defaultName}</legend>
            <div class="nav-row">
              <Grip onDrag={(isDragged) => setDragged(isDragged ? { group: id } : undefined)} />
              <input
                class="input strong"
                aria-label={tn('groupName', { name: defaultName })}
                placeholder={defaultName}
                maxLength={120}
                value={settings.groupLabels[id] ?? ''}
                onInput={(event) =>
                  set({ groupLabels: withLabel(settings.groupLabels, id, event.currentTarget.value) })
                }
              />
              <Steps name={defaultName} at={index} count={order.length} onMove={(to) => move(id, to)} />
            </div>
            {shown.map((item, at) => (
              <div
                class="nav-row child"
                key={item.href}
                onDragOver={(event) => canDrop({ group: id, href: item.href }) && event.preventDefault()}
                onDrop={(event) => {
                  if (!canDrop({ group: id, href: item.href })) return
                  event.stopPropagation()
                  drop({ group: id, href: item.href, hrefs }, at)
                }}
              >
                <Grip onDrag={(isDragged) => setDragged(isDragged ? { group: id, href: item.href } : undefined)} />
                <input
                  class="input"
                  aria-label={tn('itemName', { name: item.title })}
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
                    {tn('shown')}
                    <span class="hidden"> {item.title}</span>
                  </span>
                </label>
                <Steps
                  name={item.title}
                  at={at}
                  count={shown.length}
                  onMove={(to) => moveItem(id, hrefs, { href: item.href, to })}
                />
              </div>
            ))}
          </fieldset>
        )
      })}
      {given.canApplyToRoles && given.roles.length > 0 && (
        <fieldset class="checks">
          <legend>{tn('forRoles')}</legend>
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
                {name} {hasPreference && <span class="badge">{tn('hasOwn')}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={() => set(NONE)}>
          {tn('reset')}
        </button>
        <button type="submit" class="button primary">
          {t('save')}
        </button>
      </div>
    </form>
  )
}

/** A group, or an entry of it. */
interface Place {
  readonly group: string
  readonly href?: string
}

/** What a row is dragged by: its fields are for typing. */
const Grip = ({ onDrag }: { readonly onDrag: (isDragged: boolean) => void }) => (
  <span
    class="nav-grip"
    draggable
    aria-hidden="true"
    onDragStart={(event) => {
      event.dataTransfer?.setData('text/plain', '')
      onDrag(true)
    }}
    onDragEnd={() => onDrag(false)}
  >
    <Icon name="grip" size={18} />
  </span>
)

interface StepsProps {
  readonly name: string
  readonly at: number
  readonly count: number
  readonly onMove: (to: number) => void
}

const Steps = ({ name, at, count, onMove }: StepsProps) => (
  <span class="inline">
    <button
      type="button"
      class="icon-button"
      aria-disabled={at === 0}
      aria-label={t('moveUp', { name })}
      onClick={() => at > 0 && onMove(at - 1)}
    >
      <Icon name="up" />
    </button>
    <button
      type="button"
      class="icon-button"
      aria-disabled={at === count - 1}
      aria-label={t('moveDown', { name })}
      onClick={() => at < count - 1 && onMove(at + 1)}
    >
      <Icon name="down" />
    </button>
  </span>
)

function moved(all: readonly string[], one: string, to: number): readonly string[] {
  const rest = all.filter((other) => other !== one)
  return [...rest.slice(0, to), one, ...rest.slice(to)]
}

/** Those that are not in the order come last, as they are. */
function inOrder<T extends { readonly href: string }>(
  items: readonly T[],
  order: readonly string[] = [],
): readonly T[] {
  const placeOf = ({ href }: T) => (order.includes(href) ? order.indexOf(href) : order.length)
  return items.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** All of them are sent, since what is absent would be taken for empty. */
const toSettings = ({ settings }: Preferences) => settings

const NONE = { groupOrder: [], groupLabels: {}, itemLabels: {}, hiddenItems: [], itemOrder: {} }

const place = ({ groupOrder }: SidebarSettings, id: string) => (groupOrder.includes(id) ? groupOrder.indexOf(id) : 1000)

function withLabel(labels: Readonly<Record<string, string>>, key: string, value: string) {
  const { [key]: _, ...others } = labels
  return value.trim() === '' ? others : { ...others, [key]: value }
}
