import { type Actor, sql } from '@plinth/core'
import type { Expression, ExpressionBuilder, Row, SqlBool } from '@plinth/core/data'
import type { ListView } from '../entities.ts'

type Views = ExpressionBuilder<{ readonly v: Row<ListView> }, 'v'>

/** The condition that a view is shared with the caller, by one of their roles or with everybody. */
export const sharedWith = ({ roleIds = [] }: Actor, eb: Views): Expression<SqlBool> =>
  eb.and([eb('v.isShared', '=', true), eb.or([eb('v.roleIds', 'is', null), isOfRoles(roleIds)])])

/** The condition that a view is shared with one of these roles. */
export const isOfRoles = (roleIds: readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref('v.roleIds')} && ${roleIds}::uuid[]`
