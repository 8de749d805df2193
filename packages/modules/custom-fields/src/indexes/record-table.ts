import { composition, type Context } from '@plinth/core'
import { findExtensions } from '@plinth/core/data'
import { EntityRecord } from '../entities.ts'

/** The table that holds the rows of an entity: that of a module, otherwise that of records. */
export function tableOf({ inject }: Pick<Context, 'inject'>, entityId: string): string {
  const extensions = [...findExtensions(inject(composition).modules).values()]
  const { entity = EntityRecord } = extensions.find((one) => one.entityId === entityId) ?? {}
  return (entity as typeof EntityRecord).meta.tableName
}
