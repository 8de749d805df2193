import { composition } from '@plinth/core'
import { type Declared, extensionOf } from '@plinth/core/data'
import { defineRekey, rekey } from '@plinth/core/security'
import { EntityRecord } from '../entities.ts'
import { PURPOSE } from './encryption.ts'

/** Re-encrypts the values of custom fields in the rows of every extensible entity. */
export const rekeyValues = defineRekey({
  id: 'entities.values',
  async run(rotation) {
    const { modules } = rotation.inject(composition)
    const entities = modules.flatMap(({ entities: own = [] }) => own)
    for (const entity of new Set<unknown>([...entities.filter((one) => extensionOf(one)), EntityRecord])) {
      const extended = entity as Declared<{ custom: unknown }>
      await rekey(extended, { id: 'entities.values', property: 'custom', purpose: PURPOSE }).run(rotation)
    }
  },
})
