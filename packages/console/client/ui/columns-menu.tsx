import type { JSX } from 'preact'
import { type Columns, DENSITIES, density, USUAL_COLUMNS } from '../lib/list-layout.ts'
import { t } from '../lib/i18n.ts'
import { Icon } from './icon.tsx'
import { Popover } from './popover.tsx'
import type { Column } from './table.tsx'

interface ColumnsMenuProps {
  /** All columns in their order; the first one stays where it is. */
  readonly columns: readonly Pick<Column<never>, 'key' | 'title'>[]
  readonly isShown: (key: string) => boolean
  readonly onShow: (key: string, isShown: boolean) => void
  readonly onMove: (key: string, to: string) => void
  readonly onChange: (columns: Columns) => void
}

/** Which columns a list has, in which order, and how much room its rows take. */
export function ColumnsMenu({ columns, isShown, onShow, onMove, onChange }: ColumnsMenuProps): JSX.Element {
  const chosen = density()
  const [main, ...others] = columns
  return (
    <Popover label={t('columns')} icon="columns">
      {() => (
        <>
          <fieldset class="segments">
            <legend>{t('density')}</legend>
            {DENSITIES.map((one) => (
              <label key={one}>
                <input
                  type="radio"
                  name="density"
                  checked={chosen.value === one}
                  onChange={() => (chosen.value = one)}
                />
                <span>{t(`density.${one}`)}</span>
              </label>
            ))}
          </fieldset>
          <ul class="column-list">
            {main && (
              <li>
                <label class="check">
                  <input type="checkbox" checked disabled />
                  <span>{main.title}</span>
                </label>
              </li>
            )}
            {others.map(({ key, title }, index) => (
              <li key={key}>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={isShown(key)}
                    onChange={(event) => onShow(key, event.currentTarget.checked)}
                  />
                  <span>{title}</span>
                </label>
                <button
                  type="button"
                  class="icon-button"
                  disabled={index === 0}
                  aria-label={t('moveUp', { name: title })}
                  onClick={() => onMove(key, others[index - 1]!.key)}
                >
                  <Icon name="up" size={16} />
                </button>
                <button
                  type="button"
                  class="icon-button"
                  disabled={index === others.length - 1}
                  aria-label={t('moveDown', { name: title })}
                  onClick={() => onMove(key, others[index + 1]!.key)}
                >
                  <Icon name="down" size={16} />
                </button>
              </li>
            ))}
          </ul>
          <button type="button" class="button small quiet" onClick={() => onChange(USUAL_COLUMNS)}>
            {t('columns.reset')}
          </button>
        </>
      )}
    </Popover>
  )
}
