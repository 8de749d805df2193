import type { JSX } from 'preact'
import { useAll } from '../lib/all-pages.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { foundAs } from '../lib/records.ts'
import { may } from '../lib/session.ts'
import type { Listed, Organization, Role, User } from '../lib/types.ts'
import { type Described, Field, Select } from './field.tsx'
import type { Control } from './input.tsx'
import { Icon } from './icon.tsx'
import { PEOPLE } from './owner.tsx'
import { ReferencePicker } from './reference-picker.tsx'
import { Loading } from './states.tsx'

interface OneProps {
  readonly value: string
  readonly onChange: (id: string) => void
  readonly described?: Described
  readonly isRequired?: boolean
  readonly none?: string
}

/** One organization of those the visitor may see, as a tree. */
export function OrganizationPicker({ value, onChange, described, isRequired, none }: OneProps): JSX.Element {
  const { data } = useData<{ items: readonly Organization[] }>(
    may('directory.organizations.view') ? '/directory/organizations' : null,
    { view: 'options' },
  )
  const inTree = [...(data?.items ?? [])]
  return (
    <Select
      {...described}
      value={value}
      onChange={onChange}
      {...(isRequired && { isRequired })}
      options={[
        ...(value === '' || none ? [['', none ?? '—'] as const] : []),
        ...inTree.map(({ id, name, depth }) => [id, `${'\u2003'.repeat(depth)}${name}`] as const),
        ...(value !== '' && !inTree.some(({ id }) => id === value) ? [[value, value] as const] : []),
      ]}
    />
  )
}

/** The organization of an account, in a form. */
export const organizationControl: Control = ({ value, set, described }) => (
  <OrganizationPicker value={String(value ?? '')} onChange={set} described={described} isRequired />
)

interface ManyProps {
  readonly label: string
  readonly value: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

/** Some of the roles that the visitor may see. */
export function RolePicker({ label, value, onChange }: ManyProps): JSX.Element {
  const { data } = useAll<Role>('/auth/roles')
  return (
    <Checks
      label={label}
      value={value}
      onChange={onChange}
      options={data?.items.map(({ id, name, tenantId }) => [
        id,
        tenantId === null ? `${name} (${t('roles.global')})` : name,
      ])}
    />
  )
}

/** The roles of an account, in a form. */
export const rolesControl: Control = ({ value, set }) => (
  <RolePicker label={t('field.roles')} value={Array.isArray(value) ? (value as string[]) : []} onChange={set} />
)

interface PersonProps {
  readonly value: string
  readonly onChange: (id: string) => void
}

/** One person, found by name or address. */
export const PersonPicker = ({ value, onChange }: PersonProps): JSX.Element => (
  <Field label={t('explain.person')} hint={t('explain.search')} isRequired>
    {(described) => <ReferencePicker path={PEOPLE} value={value} onChange={onChange} described={described} />}
  </Field>
)

/** Some people, by their names. */
export function PeoplePicker({ label, value, onChange }: ManyProps): JSX.Element {
  const { data } = useData<Listed<User>>(value.length > 0 ? '/auth/users' : null, {
    ids: value.join(','),
    pageSize: 100,
  })
  return (
    <fieldset class="checks">
      <legend>{label}</legend>
      <span class="badges">
        {value.map((id) => {
          const found = data?.items.find((user) => user.id === id)
          const name = found ? visible(foundAs({ ...found }), 120) : id
          return (
            <button
              key={id}
              type="button"
              class="chip"
              aria-label={`${t('remove')}: ${name}`}
              onClick={() => onChange(value.filter((one) => one !== id))}
            >
              {name}
              <Icon name="close" size={14} />
            </button>
          )
        })}
      </span>
      <PersonPicker value="" onChange={(id) => id !== '' && !value.includes(id) && onChange([...value, id])} />
    </fieldset>
  )
}

/** Some of the organizations. */
export function OrganizationsPicker({ label, value, onChange }: ManyProps): JSX.Element {
  const { data } = useData<{ items: readonly Organization[] }>('/directory/organizations', { view: 'options' })
  return (
    <Checks
      label={label}
      value={value}
      onChange={onChange}
      options={data?.items.map(({ id, name, depth }) => [id, `${'\u2003'.repeat(depth)}${name}`])}
    />
  )
}

interface ChecksProps extends ManyProps {
  readonly options: readonly (readonly [id: string, name: string])[] | undefined
}

function Checks({ label, value, onChange, options }: ChecksProps): JSX.Element {
  return (
    <fieldset class="checks">
      <legend>{label}</legend>
      {options === undefined ? (
        <Loading />
      ) : (
        options.map(([id, name]) => (
          <label key={id} class="check">
            <input
              type="checkbox"
              checked={value.includes(id)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...value, id] : value.filter((one) => one !== id))
              }
            />
            <span>{name}</span>
          </label>
        ))
      )}
    </fieldset>
  )
}
