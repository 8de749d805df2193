import { input } from '@plinth/core'
import { Role } from '../entities.ts'
import { RoleName } from './role-names.ts'

/** The properties of a role that callers can set. */
export const RoleFields = input(Role, ['name']).extend({ name: RoleName })
