import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { call, urlOf } from '../lib/api.ts'
import { number, relativeTime, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { revision } from '../lib/operations.ts'
import { may } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'

interface Job {
  readonly id: string
  readonly jobType: string
  readonly name: string
  readonly description: string | null
  readonly status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
  readonly progressPercent: number
  readonly processedCount: number
  readonly totalCount: number | null
  readonly etaSeconds: number | null
  readonly cancellable: boolean
  readonly errorMessage: string | null
  readonly createdAt: string
}

const LOOK = { pending: '', running: 'warn', completed: 'good', failed: 'bad', cancelled: '' } as const

/** Long work, with its progress as it happens. */
export function Jobs(): JSX.Element {
  const live = useLiveJobs()
  return (
    <Page title={t('jobs')} text={t('jobs.text')}>
      <List<Job>
        path="/progress/jobs"
        fixed={{ includeCompleted: true }}
        label={t('jobs')}
        isOfOrganization
        keyOf={({ id }) => id}
        empty={{ icon: 'progress', title: t('jobs.empty') }}
        filters={[
          {
            name: 'status',
            label: t('users.anyState'),
            options: (['pending', 'running', 'completed', 'failed', 'cancelled'] as const).map(
              (one) => [one, t(`job.${one}`)] as const,
            ),
          },
        ]}
        columns={[
          {
            key: 'name',
            title: t('field.name'),
            cell: ({ name, description }) => (
              <span>
                <span class="strong">{visible(name, 120)}</span>
                {description && <span class="below muted">{visible(description, 160)}</span>}
              </span>
            ),
          },
          {
            key: 'status',
            title: t('field.status'),
            cell: (listed) => {
              const { status, errorMessage } = { ...listed, ...live[listed.id] }
              return (
                <span>
                  <span class={`badge ${LOOK[status]}`}>{t(`job.${status}`)}</span>
                  {errorMessage && <span class="below problem">{visible(errorMessage, 160)}</span>}
                </span>
              )
            },
          },
          {
            key: 'progress',
            title: t('jobs.progress'),
            cell: (listed) => {
              const { progressPercent, processedCount, totalCount, name } = { ...listed, ...live[listed.id] }
              return (
                <span>
                  <progress max={100} value={progressPercent} aria-label={name} />
                  <span class="below muted">
                    {totalCount === null ? number(processedCount) : `${number(processedCount)} / ${number(totalCount)}`}
                  </span>
                </span>
              )
            },
          },
          { key: 'at', title: t('audit.when'), sort: 'createdAt', cell: ({ createdAt }) => relativeTime(createdAt) },
          {
            key: 'actions',
            title: t('actions'),
            cell: (listed) => {
              const { id, status, cancellable, name } = { ...listed, ...live[listed.id] }
              return (
                cancellable &&
                (status === 'pending' || status === 'running') &&
                may('progress.cancel') && (
                  <button
                    type="button"
                    class="button small danger"
                    aria-label={`${t('jobs.cancel')}: ${name}`}
                    onClick={() =>
                      void call('DELETE', `/progress/jobs/${id}`).catch((error: Error) =>
                        toast({ text: error.message, kind: 'bad' }),
                      )
                    }
                  >
                    {t('jobs.cancel')}
                  </button>
                )
              )
            },
          },
        ]}
      />
    </Page>
  )
}

/** The jobs that the server has reported since the page was opened. */
function useLiveJobs(): Readonly<Record<string, Partial<Job>>> {
  const [live, setLive] = useState<Readonly<Record<string, Partial<Job>>>>({})
  useEffect(() => {
    const stream = new EventSource(urlOf('/events/stream'))
    stream.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const { id, payload } = JSON.parse(data) as { id: string; payload?: Partial<Job> & { jobId?: string } }
      if (!payload?.jobId) return
      if (id === 'progress.job.created') revision.value++
      const { jobId } = payload
      setLive((last) => ({ ...last, [jobId]: payload }))
    })
    return () => stream.close()
  }, [])
  return live
}
