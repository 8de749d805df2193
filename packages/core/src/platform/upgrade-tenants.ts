import { anonymous } from '../acl/callers.ts'
import type { Module } from '../define/module.ts'
import { doWork } from '../context/context.ts'
import type { Runtime } from '../context/runtime.ts'

/** Calls each module's upgrade of existing tenants to a new version, in module order. */
export async function upgradeTenants(runtime: Runtime, modules: readonly Module[]): Promise<void> {
  for (const { upgrade } of modules)
    if (upgrade)
      await doWork({ runtime, caller: anonymous, origin: { requestId: null } }, ({ widenScope, inject }) =>
        widenScope('allTenants', 'bring tenants up to date', (system) => upgrade(system, inject)),
      )
}
