import { anonymous } from '../acl/grants.ts'
import type { Module } from '../define/module.ts'
import { doWork } from '../pipeline/context.ts'
import type { Runtime } from '../pipeline/runtime.ts'

/** Lets modules give existing tenants what a new version brings, in module order. */
export async function upgradeTenants(runtime: Runtime, modules: readonly Module[]): Promise<void> {
  for (const { upgrade } of modules)
    if (upgrade)
      await doWork({ runtime, session: anonymous, origin: { requestId: null } }, ({ asSystem, get }) =>
        asSystem('bring tenants up to date', (system) => upgrade(system, get)),
      )
}
