import { PlatformError } from '../errors.ts'
import { defineService } from './service.ts'

/** Finds out whether an operator has suspended writes, without a query once it is known. */
export interface WriteSuspensions {
  /** The operator's message if the tenant, or all tenants, may not write; otherwise null. */
  messageFor(tenantId: string): Promise<string | null>
}

/** Implemented by the module that keeps tenants; null without one. */
export const writeSuspensions = defineService<WriteSuspensions | null>('core.write-suspensions', () => null)

/** 503 for a write while writes are suspended. */
export const writesSuspended = (message: string): PlatformError =>
  new PlatformError('unavailable', message, { body: { code: 'writes_suspended' }, headers: { 'retry-after': '60' } })
