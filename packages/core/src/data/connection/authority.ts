import type { Database } from './database.ts'
import type { Scope } from '../query/scope.ts'
import { uuid } from '../query/uuid.ts'

/**
 * The rights that a statement runs with: those of the caller and of the whole tenant are subject to row-level security, those of
 * the platform are not.
 */
export type Authority = 'app' | 'tenant' | 'system'

/** All organizations, in the format of the session variable. */
const ANY_ORGANIZATION = '*'

/** Statements that start a transaction; calls of `set_config` would cost the server and the host twice as much. */
export function toOpening(scope: Scope, entryId: string | undefined): readonly string[] {
  const entry = entryId === undefined ? '' : uuid(entryId)
  return [
    'set local role plinth_app',
    `set local plinth.key = ''`,
    `set local plinth.tenant = '${uuid(scope.tenantId)}'`,
    `set local plinth.organizations = '${organizationsOf(scope)}'`,
    `set local plinth.entry = '${entry}'`,
  ]
}

/** The organizations of a scope, in the format of the session variable. */
export const organizationsOf = ({ organizationIds }: Scope): string =>
  organizationIds === null ? ANY_ORGANIZATION : organizationIds.map(uuid).join(',')

/**
 * Changes the authority for the rest of the transaction. The key is a parameter, because `pg_stat_activity` shows the text of
 * statements to others. Setting the search path prevents an injected one from redirecting the platform to other tables.
 */
export function changeAuthority(
  to: Authority,
  { key, statements }: Pick<Database, 'key' | 'statements'>,
  organizations = '',
) {
  const role = to === 'system' ? 'plinth_system' : 'plinth_app'
  const text = `select set_config('role', '${role}', true), set_config('plinth.key', $1, true),
    set_config('plinth.organizations', $2, true), set_config('search_path', 'public, pg_temp', true)`
  const name = statements.nameOf(text)
  const values = [to === 'system' ? key : '', to === 'tenant' ? ANY_ORGANIZATION : organizations]
  return { text, values, ...(name !== undefined && { name }) }
}
