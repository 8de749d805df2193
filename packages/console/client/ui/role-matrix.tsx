import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, get } from '../lib/api.ts'
import { useAll } from '../lib/all-pages.ts'
import { useData } from '../lib/data.ts'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf, query, setQuery } from '../lib/location.ts'
import { revision } from '../lib/operations.ts'
import { isGranted } from '../lib/rights.ts'
import type { Features, Rights, Role } from '../lib/types.ts'
import { Switch } from './field.tsx'
import { Icon } from './icon.tsx'
import { RolePicker } from './pickers.tsx'
import { Scroller } from './scroller.tsx'
import { Empty, Failure, Loading, Shown } from './states.tsx'

/** As many as can be compared at a glance. */
const MOST = 12

/** What several roles grant, side by side: all features, or those in which the roles differ. */
export function RoleMatrix(): JSX.Element {
  const roles = useAll<Role>('/auth/roles')
  const features = useData<Features>('/auth/features')
  const chosen = query.value['roles']?.split(',').filter(Boolean)
  const shown = chosen ?? roles.data?.items.slice(0, 6).map(({ id }) => id) ?? []
  return (
    <section class="card padded stack">
      <p class="muted">{t('matrix.text')}</p>
      <details>
        <summary>{t('matrix.choose')}</summary>
        <RolePicker
          label={t('roles')}
          value={shown}
          onChange={(ids) => setQuery({ roles: ids.slice(0, MOST).join(',') || null }, { replace: true })}
        />
      </details>
      <Shown of={roles}>
        {({ items }) => (
          <Shown of={features}>
            {(known) => <Matrix known={known} roles={items.filter(({ id }) => shown.includes(id)).slice(0, MOST)} />}
          </Shown>
        )}
      </Shown>
    </section>
  )
}

interface MatrixProps {
  readonly known: Features
  readonly roles: readonly Role[]
}

function Matrix({ known, roles }: MatrixProps): JSX.Element {
  const { rights, error } = useRights(roles)
  const onlyDifferences = query.value['differences'] !== undefined
  const frame = useRef<HTMLDivElement>(null)
  if (roles.length === 0) return <Empty icon="shield" title={t('matrix.choose')} />
  if (error) return <Failure error={error} />
  if (!rights) return <Loading />
  const may = (roleId: string, feature: string) =>
    rights[roleId]?.isSuperAdmin === true || isGranted(rights[roleId]?.features ?? [], feature)
  const differs = (feature: string) => {
    const count = roles.filter(({ id }) => may(id, feature)).length
    return count > 0 && count < roles.length
  }
  const modules = known.modules.flatMap((module) => {
    const own = known.items.filter((one) => one.module === module.id && (!onlyDifferences || differs(one.id)))
    return own.length > 0 ? [{ ...module, own }] : []
  })
  return (
    <>
      <Switch
        label={t('matrix.differences')}
        isOn={onlyDifferences}
        onChange={(isOn) => setQuery({ differences: isOn ? '1' : null }, { replace: true })}
      />
      {modules.length === 0 ? (
        <Empty icon="check" title={t('matrix.same')} />
      ) : (
        <Scroller label={t('matrix')} frame={frame} isTall>
          <table class="matrix">
            <thead>
              <tr>
                <th scope="col">{t('feature')}</th>
                {roles.map(({ id, name }) => (
                  <th key={id} scope="col">
                    <a href={hrefOf(`/roles/${id}`)}>{visible(name, 60)}</a>
                    {rights[id]?.organizations && (
                      <span class="below muted">
                        {t('matrix.within', { count: number(rights[id].organizations.length) })}
                      </span>
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            {modules.map(({ id: moduleId, title, own }) => (
              <tbody key={moduleId}>
                <tr class="matrix-group">
                  <th scope="rowgroup">{title}</th>
                  {roles.map(({ id }) => (
                    <td key={id} class="muted">
                      {number(own.filter((feature) => may(id, feature.id)).length)}
                    </td>
                  ))}
                </tr>
                {own.map((feature) => (
                  <tr key={feature.id} class={roles.length === 2 && differs(feature.id) ? 'differs' : undefined}>
                    <th scope="row" title={feature.id}>
                      {feature.title}
                    </th>
                    {roles.map(({ id }) => (
                      <td key={id}>
                        {may(id, feature.id) ? <Icon name="check" size={18} /> : <span class="muted">–</span>}
                        <span class="hidden">{t(may(id, feature.id) ? 'yes' : 'no')}</span>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </Scroller>
      )}
    </>
  )
}

interface Read {
  readonly rights?: Readonly<Record<string, Rights>>
  readonly error?: ApiError
}

/** The rights of all roles, by their ids. */
function useRights(roles: readonly Role[]): Read {
  const [state, setState] = useState<Read>({})
  const key = roles.map(({ id }) => id).join(',')
  const written = revision.value
  useEffect(() => {
    const abort = new AbortController()
    Promise.all(
      roles.map(async ({ id }) => [id, await get<Rights>('/auth/roles/acl', { roleId: id }, abort.signal)] as const),
    ).then(
      (read) => setState({ rights: Object.fromEntries(read) }),
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ error: error instanceof ApiError ? error : new ApiError(0, {}) })
      },
    )
    return () => abort.abort()
  }, [key, written])
  return state
}
