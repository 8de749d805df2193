import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { memberName, t } from '../lib/i18n.ts'
import { recordMember } from '../lib/record-member.ts'
import { tc } from '../texts/late/charts.ts'
import {
  CHART_LOOKS,
  chartName,
  metricName,
  type ChartSettings as Chosen,
  type Look,
  type Settings,
} from '../lib/widgets.ts'
import { CancelButton, Dialog } from './dialog.tsx'
import { Field, Select } from './field.tsx'
import { Shown } from './states.tsx'

interface Entity {
  readonly id: string
  readonly module: string
  /** What the tenant calls a custom entity. */
  readonly label?: string
  readonly fields: readonly {
    readonly name: string
    readonly label?: string
    readonly type: 'uuid' | 'text' | 'number' | 'boolean' | 'time' | 'json'
    readonly aggregates: readonly ('count' | 'sum' | 'avg' | 'min' | 'max')[]
    readonly hasLabels: boolean
  }[]
}

const titleOf = ({ name, label }: { readonly name: string; readonly label?: string }) =>
  label === undefined ? recordMember(name) : visible(label, 120)

interface ChartSettingsProps {
  readonly settings: Settings
  readonly onSave: (settings: Settings) => void
  readonly onClose: () => void
}

/** Chooses what a chart counts or adds up, by what, and how it is drawn. */
export function ChartSettings({ settings, onSave, onClose }: ChartSettingsProps): JSX.Element {
  const entities = useData<{ readonly items: readonly Entity[] }>('/dashboards/entities')
  const [chosen, setChosen] = useState(settings as Partial<Chosen>)
  const set = (change: Partial<Chosen>) => setChosen((last) => ({ ...last, ...change }))
  return (
    <Dialog
      title={t('chart.settings')}
      look="drawer"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <button type="submit" class="button primary" form="chart-settings" disabled={!entities.data}>
            {t('save')}
          </button>
        </>
      }
    >
      <Shown of={entities}>
        {({ items }) => {
          const entity = items.find(({ id }) => id === chosen.entity) ?? items[0]
          if (!entity) return <p class="muted">{t('home.noNumbers')}</p>
          const { fields } = entity
          const metrics = [
            ['count:id', t('chart.count')] as const,
            ...fields.flatMap(({ type, aggregates, ...field }) =>
              type === 'number'
                ? aggregates
                    .filter((one) => one !== 'count')
                    .map((one) => [`${one}:${field.name}`, t(`chart.${one}`, { name: titleOf(field) })] as const)
                : [],
            ),
          ]
          const wanted = `${chosen.aggregate}:${chosen.field}`
          const metric = metrics.some(([key]) => key === wanted) ? wanted : metrics[0]![0]
          const groups = fields.filter(
            ({ name, type, hasLabels }) =>
              name !== 'id' && (type === 'uuid' ? hasLabels : type !== 'json' && type !== 'number'),
          )
          const by = groups.find(({ name }) => name === chosen.by)
          const splits = by ? groups.filter((one) => one !== by && one.type !== 'time') : []
          const splitBy = splits.find(({ name }) => name === chosen.splitBy)
          const looks = CHART_LOOKS.filter((look) => {
            if (by === undefined) return look === 'figure'
            if (by.type === 'time') return look === 'trend' || look === 'columns'
            return splitBy ? look === 'columns' : look !== 'figure' && look !== 'trend'
          })
          const look = looks.includes(chosen.look as never) ? (chosen.look as Look) : looks[0]!
          const time = by?.type === 'time' ? by.name : fields.find(({ type }) => type === 'time')?.name
          // The dashboard does not know what the tenant calls its entities and fields.
          const counted = fields.find(({ name }) => metric.endsWith(`:${name}`) && name !== 'id')
          const groupedBy = [by, splitBy].filter((one) => one !== undefined)
          const ownTitle = [entity, counted, ...groupedBy].some((one) => one?.label !== undefined)
            ? chartName({
                entity: entity.label === undefined ? nameOfEntity(entity.id) : visible(entity.label, 60),
                metric: counted && metricName(metric.split(':')[0], titleOf(counted)),
                by: groupedBy.map(titleOf),
              }).slice(0, 120)
            : undefined
          const save = () => {
            const [aggregate, field] = metric.split(':') as [string, string]
            const {
              entity: _,
              by: __,
              isTime: ___,
              time: ____,
              splitBy: _____,
              title,
              ...rest
            } = { ...settings, ...chosen }
            onSave({
              ...rest,
              ...((title?.trim() || ownTitle) && { title: title?.trim() || ownTitle }),
              entity: entity.id,
              aggregate,
              field,
              look,
              ...(time && { time }),
              ...(by && { by: by.name, isTime: by.type === 'time' }),
              ...(splitBy && { splitBy: splitBy.name }),
            })
          }
          return (
            <form
              id="chart-settings"
              class="form"
              onSubmit={(event) => {
                event.preventDefault()
                save()
              }}
            >
              <Field label={t('chart.title')}>
                {(described) => (
                  <input
                    {...described}
                    class="input"
                    maxLength={120}
                    value={chosen.title ?? ''}
                    onInput={(event) => set({ title: event.currentTarget.value })}
                  />
                )}
              </Field>
              <Field label={t('chart.entity')} isRequired>
                {(described) => (
                  <Select
                    {...described}
                    value={entity.id}
                    options={items.map(
                      ({ id, module, label }) =>
                        [id, `${module}: ${label === undefined ? nameOfEntity(id) : visible(label, 120)}`] as const,
                    )}
                    onChange={(id) => set({ entity: id })}
                  />
                )}
              </Field>
              <Field label={t('chart.metric')} isRequired>
                {(described) => (
                  <Select
                    {...described}
                    value={metric}
                    options={metrics}
                    onChange={(next) => {
                      const [aggregate, field] = next.split(':') as [string, string]
                      set({ aggregate, field })
                    }}
                  />
                )}
              </Field>
              <Field label={t('chart.by')} isRequired>
                {(described) => (
                  <Select
                    {...described}
                    value={by?.name ?? ''}
                    options={[['', t('chart.whole')], ...groups.map((one) => [one.name, titleOf(one)] as const)]}
                    onChange={(name) => set({ by: name })}
                  />
                )}
              </Field>
              {splits.length > 0 && (
                <Field label={tc('splitBy')}>
                  {(described) => (
                    <Select
                      {...described}
                      value={splitBy?.name ?? ''}
                      options={[['', tc('notSplit')], ...splits.map((one) => [one.name, titleOf(one)] as const)]}
                      onChange={(name) => set({ splitBy: name })}
                    />
                  )}
                </Field>
              )}
              <Field label={t('chart.look')} isRequired>
                {(described) => (
                  <Select
                    {...described}
                    value={look}
                    options={looks.map((one) => [one, t(`look.${one}` as 'look.bars')] as const)}
                    onChange={(next) => set({ look: next as Look })}
                  />
                )}
              </Field>
            </form>
          )
        }}
      </Shown>
    </Dialog>
  )
}

/** `sales:order_lines` as "Order lines". */
export const nameOfEntity = (id: string): string => memberName(id.slice(id.indexOf(':') + 1))
