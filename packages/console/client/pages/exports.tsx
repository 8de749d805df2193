import type { JSX } from 'preact'
import { call } from '../lib/api.ts'
import { EXPORTS, FORMATS, momentText, scheduleText, type ScheduledExport, listName } from '../lib/exports.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { go, hrefOf, query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { ExportForm } from '../ui/export-form.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { RunStatusBadge } from '../ui/run-status.tsx'
import { td } from '../texts/late/destinations.ts'
import { te } from '../texts/late/exports.ts'

/** Lists that are exported at certain times. */
export function Exports(): JSX.Element {
  // Lists link here with what they show.
  const { list, filters = '' } = query.value
  return (
    <Page
      title={t('exports')}
      text={te('text')}
      actions={
        may('transfer.destinations.view') && (
          <a class="button" href={hrefOf('/export-destinations')}>
            {td('title')}
          </a>
        )
      }
    >
      <List<ScheduledExport>
        path={EXPORTS}
        label={t('exports')}
        isOfOrganization
        canSearch={false}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/exports/${id}`}
        empty={{ icon: 'download', title: te('empty'), text: te('emptyText') }}
        columns={[
          {
            key: 'name',
            title: t('field.name'),
            sort: 'name',
            cell: ({ name, format, ...of }) => (
              <span>
                <span class="strong">{visible(name, 120)}</span>
                <span class="below muted">{`${visible(listName(of), 80)} · ${FORMATS[format] ?? format}`}</span>
              </span>
            ),
          },
          { key: 'schedule', title: t('audit.when'), cell: scheduleText },
          { key: 'next', title: te('next'), cell: ({ nextAt }) => momentText(nextAt) },
          {
            key: 'last',
            title: te('last'),
            cell: ({ lastStatus, lastRunAt }) =>
              lastStatus && (
                <span>
                  <RunStatusBadge status={lastStatus} />
                  <span class="below muted">{momentText(lastRunAt)}</span>
                </span>
              ),
          },
        ]}
      />
      {list && (
        <ExportForm
          onSave={async (values) => {
            const { id } = await call<{ id: string }>('POST', EXPORTS, { body: { ...values, list, query: filters } })
            go(`/exports/${id}`, { replace: true })
          }}
          onClose={() => setQuery({ list: null, filters: null }, { replace: true })}
        />
      )}
    </Page>
  )
}
