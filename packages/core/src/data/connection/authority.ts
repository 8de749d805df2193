import type { Database } from './database.ts'
import { toSettings } from '../query/row-settings.ts'
import type { RowPolicies } from '../query/row-tests.ts'
import type { Scope } from '../query/scope.ts'
import { uuid } from '../query/uuid.ts'

/**
 * The rights that a statement runs with: those of the caller and of the whole tenant are subject to row-level security, those of
 * the platform are not. `organizations` reaches as far as `tenant`, and leaves the caller's row policies in force.
 */
export type Authority = 'app' | 'organizations' | 'tenant' | 'system'

/** All organizations, in the format of the session variable. It lifts row policies as well. */
const ANY_ORGANIZATION = '*'

/** All organizations, for a caller with row policies. */
const ANY_RESTRICTED = '+'

/** Statements that start a transaction; calls of `set_config` would cost the server and the host twice as much. */
export function toOpening(scope: Scope, { entryId, policies }: OpenedTransaction): readonly string[] {
  const entry = entryId === undefined ? '' : uuid(entryId)
  return [
    `set local role ${roleOf('app', policies)}`,
    `set local plinth.key = ''`,
    `set local plinth.tenant = '${uuid(scope.tenantId)}'`,
    `set local plinth.organizations = '${organizationsOf(scope, policies)}'`,
    `set local plinth.entry = '${entry}'`,
    ...(policies ? [toSettings(policies)] : []),
  ]
}

interface OpenedTransaction {
  readonly entryId?: string | undefined
  readonly policies?: RowPolicies | undefined
}

/** The policies of tables bind one role alone, so that statements of callers without row policies are planned without them. */
function roleOf(authority: Authority, policies: RowPolicies | undefined): string {
  if (authority === 'system') return 'plinth_system'
  return authority !== 'tenant' && policies ? 'plinth_restricted' : 'plinth_app'
}

/** The organizations of a scope, in the format of the session variable. */
function organizationsOf({ organizationIds }: Scope, policies: RowPolicies | undefined): string {
  if (organizationIds === null) return policies ? ANY_RESTRICTED : ANY_ORGANIZATION
  return organizationIds.map(uuid).join(',')
}

/**
 * Changes the authority for the rest of the transaction. The key is a parameter, because `pg_stat_activity` shows the text of
 * statements to others. Setting the search path prevents an injected one from redirecting the platform to other tables.
 */
export function changeAuthority(
  to: Authority,
  { key, statements }: Pick<Database, 'key' | 'statements'>,
  caller?: { readonly scope: Scope; readonly policies?: RowPolicies | undefined },
) {
  const text = `select set_config('role', '${roleOf(to, caller?.policies)}', true), set_config('plinth.key', $1, true),
    set_config('plinth.organizations', $2, true), set_config('search_path', 'public, pg_temp', true)`
  const name = statements.nameOf(text)
  const organizations = caller ? organizationsOf(caller.scope, caller.policies) : ''
  const values = [to === 'system' ? key : '', to === 'tenant' ? ANY_ORGANIZATION : organizations]
  return { text, values, ...(name !== undefined && { name }) }
}
