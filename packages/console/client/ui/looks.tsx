import type { JSX } from 'preact'
import { t } from '../lib/i18n.ts'
import { setQuery } from '../lib/location.ts'
import { Icon } from './icon.tsx'

interface LooksProps {
  /** The first has no id. */
  readonly of: readonly { readonly id: string; readonly title: string; readonly icon: string }[]
  readonly current: string
}

/** The ways to look at something, which the address names. */
export const Looks = ({ of, current }: LooksProps): JSX.Element => (
  <span class="looks" role="group" aria-label={t('looks')}>
    {of.map(({ id, title, icon }) => (
      <button
        key={id}
        type="button"
        class="button small quiet"
        aria-pressed={id === current}
        onClick={() => setQuery({ look: id || null, by: null, page: null })}
      >
        <Icon name={icon} size={16} />
        {title}
      </button>
    ))}
  </span>
)
