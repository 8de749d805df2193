import type { Context } from '@plinth/core'
import { keyRing } from '@plinth/core/security'
import type { CompiledField } from './compile.ts'

/** An encrypted value as it is stored; with keyed hashes of its elements if records can be filtered by it. */
interface SealedValue {
  readonly encrypted: string
  readonly hashes?: readonly string[]
}

/** Encrypts and decrypts the values of a tenant with the keys of the platform. */
export interface ValueCipher {
  seal(field: CompiledField, value: unknown): SealedValue
  /**
   * The original value; null if it does not belong to this tenant and field. Values that are not encrypted are returned
   * unchanged.
   */
  open(field: CompiledField, stored: unknown): unknown
  /**
   * The hashes under which records with the value are found, one for each accepted key; they differ for each field and tenant.
   */
  hashesOf(field: CompiledField, value: unknown): readonly string[]
}

/** The purpose of the keys that encrypt and hash values. */
export const PURPOSE = 'entities.values'

/** The cipher of the caller's tenant. */
export function createValueCipher({ inject, scope, log }: Pick<Context, 'inject' | 'scope' | 'log'>): ValueCipher {
  /** The encrypted text includes the tenant, entity and field, so that a stored value cannot be moved elsewhere. */
  const owned = ({ definition: { entityId, key } }: CompiledField, value: unknown) =>
    JSON.stringify([scope.tenantId, entityId, key, value])
  return {
    hashesOf: (field, value) => inject(keyRing).keyedHashes(PURPOSE, owned(field, value)),
    seal(field, value) {
      const ring = inject(keyRing)
      const encrypted = ring.encrypt(PURPOSE, owned(field, value))
      if (!field.definition.config.filterable) return { encrypted }
      const elements: readonly unknown[] = Array.isArray(value) ? value : [value]
      return { encrypted, hashes: elements.map((element) => ring.keyedHash(PURPOSE, owned(field, element))) }
    },
    open(field, stored) {
      if (!isSealed(stored)) return stored
      const { entityId, key } = field.definition
      try {
        const text = inject(keyRing).decrypt(PURPOSE, stored.encrypted)
        const [tenantId, ...owner] = JSON.parse(text) as [string, string, string, unknown]
        const isOwn = tenantId === scope.tenantId && owner[0] === entityId && owner[1] === key
        return isOwn ? owner[2] : null
      } catch (err) {
        log.error({ err, entityId, key }, 'a custom value cannot be decrypted')
        return null
      }
    },
  }
}

/** Whether a value is stored encrypted. */
export const isSealed = (stored: unknown): stored is SealedValue =>
  typeof stored === 'object' && stored !== null && 'encrypted' in stored && typeof stored.encrypted === 'string'
