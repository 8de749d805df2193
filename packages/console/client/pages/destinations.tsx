import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { type Destination, DESTINATIONS, seenOf, type Tested } from '../lib/destinations.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf, query, setQuery } from '../lib/location.ts'
import type { Values } from '../lib/merge.ts'
import { may } from '../lib/session.ts'
import type { Snapshot } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { td } from '../texts/late/destinations.ts'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'

/** The buckets to which scheduled exports can be written. */
export function Destinations(): JSX.Element {
  const [edited, setEdited] = useState<Destination>()
  const [deleted, setDeleted] = useState<Destination>()
  const [changes, setChanges] = useState(0)
  const canManage = may('transfer.destinations.manage')
  const reload = () => setChanges(changes + 1)
  const add = canManage && (
    <button type="button" class="button primary" onClick={() => setQuery({ new: '1' })}>
      <Icon name="plus" size={18} />
      {td('add')}
    </button>
  )
  return (
    <>
      <a class="back" href={hrefOf('/exports')}>
        <Icon name="left" size={16} />
        {t('exports')}
      </a>
      <Page title={td('title')} text={td('text')} actions={add}>
        <List<Destination>
          key={changes}
          path={DESTINATIONS}
          label={td('title')}
          canSearch={false}
          keyOf={({ id }) => id}
          empty={{ icon: 'download', title: td('empty'), text: td('emptyText'), action: add }}
          columns={[
            {
              key: 'name',
              title: t('field.name'),
              sort: 'name',
              cell: ({ name, endpoint, bucket, prefix }) => (
                <span>
                  <span class="strong">{visible(name, 120)}</span>
                  <span class="below muted mono">
                    {visible([endpoint.replace(/\/$/, ''), bucket, prefix].filter(Boolean).join('/'), 300)}
                  </span>
                </span>
              ),
            },
            { key: 'region', title: td('region'), cell: ({ region }) => region },
            {
              key: 'actions',
              title: t('actions'),
              cell: (one) =>
                canManage && (
                  <span class="actions">
                    <button type="button" class="button small" onClick={() => void tryOut(one)}>
                      {td('test')}
                    </button>
                    <button type="button" class="button small" onClick={() => setEdited(one)}>
                      {t('edit')}
                    </button>
                    <button type="button" class="button small" onClick={() => setDeleted(one)}>
                      {t('delete')}
                    </button>
                  </span>
                ),
            },
          ]}
        />
        {query.value['new'] && (
          <DestinationForm
            onSave={async (values) => {
              await call('POST', DESTINATIONS, { body: values })
              reload()
            }}
            onClose={() => setQuery({ new: null }, { replace: true })}
          />
        )}
        {edited && (
          <DestinationForm
            seen={seenOf(edited)}
            onSave={async (values, { version }) => {
              await call('PUT', DESTINATIONS, { body: { id: edited.id, ...values }, version })
              reload()
            }}
            onClose={() => setEdited(undefined)}
          />
        )}
        {deleted && (
          <RemoveDialog
            seen={seenOf(deleted)}
            text={td('deleteText', { name: visible(deleted.name, 120) })}
            onRemove={({ version }) => call('DELETE', DESTINATIONS, { query: { id: deleted.id }, version })}
            onDone={reload}
            onClose={() => setDeleted(undefined)}
          />
        )}
      </Page>
    </>
  )
}

/** Says what a test has found. */
async function tryOut({ id, name }: Destination): Promise<void> {
  try {
    const { findings } = await call<Tested>('POST', `${DESTINATIONS}/${id}/test`)
    const isGood = findings.every(({ outcome }) => outcome === 'passed')
    const text = findings.map(({ message }) => `${message}.`).join(' ')
    toast({ text: `${visible(name, 120)}: ${text}`, ...(!isGood && { kind: 'bad' as const }) })
  } catch (error) {
    toast({ text: (error as Error).message, kind: 'bad' })
  }
}

interface DestinationFormProps {
  /** Absent for a new one. */
  readonly seen?: Snapshot<Destination>
  readonly onSave: (values: Values, seen: Snapshot<Destination>) => Promise<unknown>
  readonly onClose: () => void
}

function DestinationForm({ seen, onSave, onClose }: DestinationFormProps): JSX.Element {
  return (
    <EditDialog
      title={seen ? t('edit') : td('add')}
      {...(!seen && { action: t('create') })}
      fields={[
        field('name', { isRequired: true, maxLength: 200 }),
        field('endpoint', { isRequired: true, maxLength: 500, title: td('endpoint') }),
        field('region', { isRequired: true, maxLength: 50, title: td('region') }),
        field('bucket', { isRequired: true, maxLength: 63, title: td('bucket') }),
        field('prefix', { maxLength: 300, title: td('prefix') }),
        field('accessKeyId', { isRequired: true, maxLength: 128, title: td('accessKeyId') }),
        field('secret', { kind: 'password', isRequired: !seen, maxLength: 500, title: td('secret') }),
        field('pathStyle', { kind: 'boolean', title: td('pathStyle') }),
      ]}
      hints={{ endpoint: td('endpointText'), ...(seen && { secret: td('secretText') }) }}
      seen={seen}
      start={{ region: 'us-east-1', prefix: '', pathStyle: true }}
      onSubmit={({ secret, ...values }, now) => onSave({ ...values, ...(secret ? { secret } : {}) }, now)}
      onClose={onClose}
    />
  )
}
