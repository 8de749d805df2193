import { z } from 'zod'
import type { Declared } from '../data/query/row-types.ts'
import { featuresOf } from '../define/access.ts'
import type { FileOwner } from '../define/file-owner.ts'
import type { SharedResource } from '../define/record-shares.ts'
import type { RulePoint } from '../define/rule-point.ts'
import type { StateMachine } from '../define/state-machine.ts'
import { brokenSetup } from '../errors.ts'
import { toSnake, toWords } from '../data/query/entity-names.ts'
import type { WriteSpec } from './write-spec.ts'

/** The names of a resource and its commands. */
export function namesOf<T extends object, F extends z.ZodRawShape>(
  path: string,
  entity: Declared<T>,
  spec: Pick<WriteSpec<T, F>, 'id' | 'kind' | 'title' | 'access'>,
) {
  const [feature] = featuresOf(spec.access.write)
  const module = feature?.id.split('.')[0]
  if (module === undefined && (spec.id === undefined || spec.kind === undefined))
    throw brokenSetup(
      `The resource ${path} needs an \`id\` and a \`kind\`, because no feature tells which module it belongs to`,
    )
  const { id = `${module}.${path.split('/').at(-1)!.replaceAll('-', '_')}`, kind = `${module}.${toSnake(entity)}` } =
    spec
  return { id, kind, title: spec.title ?? toWords(entity) }
}

export interface WriteNames extends ReturnType<typeof namesOf> {
  readonly point: RulePoint | undefined
  readonly machine: StateMachine | undefined
  /** Set if its records have files. */
  readonly owner: FileOwner | undefined
  /** Whether its records have owners. */
  readonly isOwned: boolean
  /** Set if its records can be shared. */
  readonly shared: SharedResource | undefined
}
