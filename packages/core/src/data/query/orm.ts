import type { EntitySchema } from '@mikro-orm/core'
import { MikroORM } from '@mikro-orm/postgresql'
import { keepLatest } from '../../keep-latest.ts'

/** Any entity a module declares. */
// EntitySchema uses the properties contravariantly, hence `any`.
export type AnyEntity = EntitySchema<any>

/** What MikroORM knows about entities: their tables, columns and types. It does not connect to a database, so platforms share it. */
export const createOrm = (entities: readonly AnyEntity[]): MikroORM => discover(entities)

const discover = keepLatest(
  (entities: readonly AnyEntity[]) =>
    // `MikroORM.init` would load optional parts of it as well.
    new MikroORM({ dbName: 'plinth', entities: [...entities], discovery: { warnWhenNoEntities: false } }),
)
