import type { JSX } from 'preact'
import type { Query } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { dateTime, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { Empty, Shown } from './states.tsx'

interface Consent {
  readonly id: string
  readonly consentType: string
  readonly isGranted: boolean
  readonly integrityValid: boolean
  readonly source: string | null
  readonly createdAt: string
}

interface ConsentsProps {
  readonly path: string
  readonly query?: Query
}

/** What somebody has agreed to. */
export function Consents({ path, query }: ConsentsProps): JSX.Element {
  const consents = useData<{ items: readonly Consent[] }>(path, query)
  return (
    <Shown of={consents}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty icon="check" title={t('consents.empty')} />
        ) : (
          <ul class="rows">
            {items.map(({ id, consentType, isGranted, integrityValid, createdAt }) => (
              <li key={id}>
                <span class="strong">{visible(consentType, 80)}</span>
                <span class={`badge ${isGranted ? 'good' : ''}`}>
                  {isGranted ? t('consents.given') : t('consents.withdrawn')}
                </span>
                {!integrityValid && <span class="badge bad">{t('consents.broken')}</span>}
                <span class="muted">{dateTime(createdAt)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  )
}
