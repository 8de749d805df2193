import { defineService } from './service.ts'

/** The people of the caller's tenant, for modules that send them something. */
export interface People {
  /**
   * The people that each name refers to: the id or email of an account, or the id or name of a role, which resolves to everyone
   * who holds it. Names without a confirmed account have an empty list.
   */
  find(names: readonly string[]): Promise<ReadonlyMap<string, readonly Person[]>>
  /** The tenant's name. */
  tenantName(): Promise<string>
}

export interface Person {
  readonly id: string
  readonly email: string
}

/** Implemented by the module that manages accounts; without such a module, nobody is found. */
export const people = defineService<People>('core.people', ({ scope }) => ({
  find: async () => new Map(),
  tenantName: async () => scope.tenantId,
}))
