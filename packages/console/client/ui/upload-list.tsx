import type { JSX } from 'preact'
import { bytes, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { cancel, pause, resume, type UploadOf, uploads } from '../lib/uploads.ts'
import { Icon } from './icon.tsx'

interface UploadListProps {
  /** Which of the uploads of this tab are shown. */
  readonly isShown: (upload: UploadOf) => boolean
}

/** Files on their way, each with buttons that pause it and give it up. */
export function UploadList({ isShown }: UploadListProps): JSX.Element | null {
  const shown = uploads.value.filter(isShown)
  if (shown.length === 0) return null
  return (
    <ul class="uploads" aria-label={t('files.uploads')}>
      {shown.map(({ id, name, size, sent, state, problem }) => (
        <li key={id}>
          <span>
            <span class="strong">{visible(name, 120)}</span>{' '}
            <span class={problem ? 'problem' : 'muted'}>
              {problem ? visible(problem, 200) : `${bytes(sent)} / ${bytes(size)}`}
            </span>
          </span>
          {state === 'running' ? (
            <button
              type="button"
              class="icon-button small"
              aria-label={`${t('pause')}: ${name}`}
              onClick={() => pause(id)}
            >
              <Icon name="pause" size={16} />
            </button>
          ) : (
            <button
              type="button"
              class="icon-button small"
              aria-label={`${t('resume')}: ${name}`}
              onClick={() => resume(id)}
            >
              <Icon name="play" size={16} />
            </button>
          )}
          <button
            type="button"
            class="icon-button small danger"
            aria-label={`${t('cancel')}: ${name}`}
            onClick={() => cancel(id)}
          >
            <Icon name="close" size={16} />
          </button>
          <progress max={size || 1} value={sent} aria-label={name} />
        </li>
      ))}
    </ul>
  )
}
