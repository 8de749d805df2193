import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError, call, get } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { type Definition, type Entity, entityName, inOrder, kindText, type Managed } from '../lib/definitions.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { query, setQuery } from '../lib/location.ts'
import { forgetDocument } from '../lib/openapi.ts'
import { toast } from '../lib/toasts.ts'
import { customFormOf, groupsAfter, isRequired, useCustomFields } from '../ui/custom-fields.tsx'
import { Field, Select, Switch } from '../ui/field.tsx'
import { definitionSeen, FieldEditor } from '../ui/field-editor.tsx'
import { Form } from '../ui/form.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'
import { Empty, Shown } from '../ui/states.tsx'

/** The fields that customers define for records of the product. */
export function Fields(): JSX.Element {
  const entities = useData<{ items: readonly Entity[] }>('/entities/entities')
  const all = (entities.data?.items ?? []).toSorted((a, b) => entityName(a).localeCompare(entityName(b)))
  const entityId = query.value['entity'] ?? 'auth:user'
  const managed = useData<Managed>('/entities/definitions.manage', { entityId })
  const definitions = inOrder(managed.data?.items ?? [])
  // The document lists the fields of the tenant.
  useEffect(forgetDocument, [managed.data])
  const [edited, setEdited] = useState<Definition>()
  const close = () => {
    setEdited(undefined)
    setQuery({ new: null }, { replace: true })
  }
  return (
    <Page
      title={t('fields')}
      text={t('fields.text')}
      actions={
        <button type="button" class="button primary" onClick={() => setQuery({ new: '1' })}>
          <Icon name="plus" size={18} />
          {t('fields.new')}
        </button>
      }
    >
      <div class="two">
        <section class="card padded stack" aria-label={t('fields')} aria-busy={managed.isLoading}>
          <Field label={t('fields.entity')} isRequired>
            {(described) => (
              <Select
                {...described}
                value={entityId}
                onChange={(entity) => setQuery({ entity })}
                options={all.map((one) => [one.entityId, `${visible(entityName(one), 100)} (${one.count})`] as const)}
              />
            )}
          </Field>
          <Shown of={managed}>
            {({ deletedKeys }) => (
              <>
                {definitions.length === 0 ? (
                  <Empty icon="list" title={t('fields.empty')} text={t('fields.emptyText')} />
                ) : (
                  <Defined entityId={entityId} definitions={definitions} onEdit={setEdited} />
                )}
                {deletedKeys.length > 0 && <Deleted entityId={entityId} keys={deletedKeys} />}
              </>
            )}
          </Shown>
        </section>
        <Preview entityId={entityId} />
      </div>
      {(edited || query.value['new']) && (
        <FieldEditor
          key={edited?.id ?? 'new'}
          entityId={entityId}
          entities={all}
          definition={edited}
          groups={[...new Set(definitions.flatMap(({ configJson: { group } }) => group?.title ?? group?.code ?? []))]}
          priority={Math.max(-1, ...definitions.map(({ configJson: { priority = 0 } }) => priority)) + 1}
          onClose={close}
        />
      )}
    </Page>
  )
}

interface DefinedProps {
  readonly entityId: string
  readonly definitions: readonly Definition[]
  readonly onEdit: (one: Definition) => void
}

/** The fields in their order. Those of organizations above keep their places. */
function Defined({ entityId, definitions, onEdit }: DefinedProps): JSX.Element {
  const [dragged, setDragged] = useState<string>()
  const [deleted, setDeleted] = useState<Definition>()
  const own = definitions.filter(({ isInherited }) => !isInherited)
  const move = (key: string, to: number) => {
    const at = own.findIndex((one) => one.key === key)
    if (at === -1 || to < 0 || to >= own.length || to === at) return
    void reorder(entityId, own.toSpliced(at, 1).toSpliced(to, 0, own[at]!)).catch(tell)
  }
  return (
    <>
      <ol class="rows">
        {definitions.map((one) => {
          const { key, kind, configJson, isInherited } = one
          const name = visible(configJson.label ?? key, 100)
          const at = own.indexOf(one)
          return (
            <li
              key={key}
              draggable={!isInherited}
              onDragStart={() => setDragged(key)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => dragged !== undefined && !isInherited && event.preventDefault()}
              onDrop={() => dragged !== undefined && move(dragged, at)}
            >
              {!isInherited && <Icon name="grip" size={18} />}
              <span>
                <span class="strong">{name}</span>
                <span class="below muted mono">cf_{key}</span>
              </span>
              <span class="badges">
                <span class="badge">{t(kindText(kind))}</span>
                {isRequired(configJson) && <span class="badge">{t('fields.required')}</span>}
                {configJson.group && (
                  <span class="badge">{visible(configJson.group.title ?? configJson.group.code, 40)}</span>
                )}
                {isInherited && (
                  <span class="badge">
                    {one.organizationId === null ? t('fields.ofTenant') : t('fields.inherited')}
                  </span>
                )}
              </span>
              <span class="push org-actions">
                {!isInherited && (
                  <>
                    <button
                      type="button"
                      class="icon-button small"
                      disabled={at === 0}
                      aria-label={t('moveUp', { name })}
                      onClick={() => move(key, at - 1)}
                    >
                      <Icon name="up" size={16} />
                    </button>
                    <button
                      type="button"
                      class="icon-button small"
                      disabled={at === own.length - 1}
                      aria-label={t('moveDown', { name })}
                      onClick={() => move(key, at + 1)}
                    >
                      <Icon name="down" size={16} />
                    </button>
                  </>
                )}
                <button
                  type="button"
                  class="icon-button small"
                  aria-label={`${t('edit')}: ${name}`}
                  onClick={() => onEdit(one)}
                >
                  <Icon name="edit" size={16} />
                </button>
                <button
                  type="button"
                  class="icon-button small danger"
                  aria-label={`${t('delete')}: ${name}`}
                  onClick={() => setDeleted(one)}
                >
                  <Icon name="trash" size={16} />
                </button>
              </span>
            </li>
          )
        })}
      </ol>
      {deleted && <Delete entityId={entityId} definition={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}

/** The definitions are sent whole, so they are read again: what others have just changed of them stays. */
async function reorder(entityId: string, order: readonly Definition[]): Promise<void> {
  const { items } = await get<Managed>('/entities/definitions.manage', { entityId })
  const next = order.flatMap(({ key }) => items.filter((one) => one.key === key && !one.isInherited))
  const definitions = next.map(({ key, kind, configJson }) => ({ key, kind, configJson }))
  await call('POST', '/entities/definitions.batch', { body: { entityId, definitions } })
}

interface DeleteProps {
  readonly entityId: string
  readonly definition: Definition
  readonly onClose: () => void
}

function Delete({ entityId, definition, onClose }: DeleteProps): JSX.Element {
  const { key, configJson, isInherited, organizationId } = definition
  const [isEverywhere, setEverywhere] = useState(organizationId === null)
  const name = visible(configJson.label ?? key, 100)
  return (
    <RemoveDialog
      seen={definitionSeen(entityId, definition)}
      text={
        <>
          {isInherited && !isEverywhere ? t('fields.hideText', { name }) : t('fields.deleteText', { name })}
          {organizationId === null && (
            <Switch label={t('fields.tenantWide')} isOn={isEverywhere} onChange={setEverywhere} />
          )}
        </>
      }
      onRemove={({ version }) =>
        call('DELETE', '/entities/definitions', {
          query: { entityId, key, ...(isEverywhere && { tenantWide: true }) },
          version,
        })
      }
      onClose={onClose}
    />
  )
}

/** Deleted fields, whose values come back with them. */
function Deleted({ entityId, keys }: { readonly entityId: string; readonly keys: readonly string[] }): JSX.Element {
  return (
    <div>
      <h3>{t('fields.deleted')}</h3>
      <ul class="rows">
        {keys.map((key) => (
          <li key={key}>
            <span class="mono">cf_{key}</span>
            <button
              type="button"
              class="button small push"
              aria-label={`${t('fields.restore')}: ${key}`}
              onClick={() => void restore(entityId, key).catch(tell)}
            >
              <Icon name="undo" size={16} />
              {t('fields.restore')}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Brings a field back: that of the organization, or else that of the whole tenant. */
async function restore(entityId: string, key: string): Promise<void> {
  const ask = (tenantWide: boolean) =>
    call<void>('POST', '/entities/definitions.restore', { body: { entityId, key, tenantWide } })
  await ask(false).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return ask(true)
    throw error
  })
}

const tell = (error: unknown) => toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })

/** The form as people will see it. What is typed into it is not saved. */
function Preview({ entityId }: { readonly entityId: string }): JSX.Element {
  const fields = useCustomFields(entityId)
  const form = customFormOf(fields, { isNew: true })
  return (
    <section class="card padded stack" aria-label={t('fields.preview')}>
      <h2>{t('fields.preview')}</h2>
      {fields.length === 0 ? (
        <p class="muted">{t('fields.empty')}</p>
      ) : (
        <Form
          key={JSON.stringify(fields)}
          id="preview"
          {...form}
          groups={groupsAfter(form, [])}
          onSubmit={async () => {}}
          onDone={() => {}}
        />
      )}
    </section>
  )
}
