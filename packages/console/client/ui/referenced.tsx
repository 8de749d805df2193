import type { JSX } from 'preact'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { nameOf } from '../lib/records.ts'
import type { Listed, Row } from '../lib/types.ts'

/** What the record with an id is called. */
export function Referenced({ path, id }: { readonly path: string; readonly id: string }): JSX.Element {
  const { data, isLoading } = useData<Listed<Row>>(path, { id, pageSize: 1 })
  const row = data?.items[0]
  return <span class="cut">{row ? visible(nameOf(row), 80) : isLoading ? '…' : t('relation.unknown')}</span>
}
