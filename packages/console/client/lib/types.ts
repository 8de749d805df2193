/** Shapes of the HTTP API that more than one page uses. */

export interface NavigationItem {
  readonly id: string
  readonly href: string
  readonly title: string
  /** Without the visitor's own preferences. */
  readonly defaultTitle?: string
  readonly hidden?: boolean
  readonly children?: readonly NavigationItem[]
}

export interface Navigation {
  readonly groups: readonly {
    readonly id: string
    readonly name: string
    readonly defaultName: string
    readonly items: readonly NavigationItem[]
  }[]
  readonly settingsSections: readonly {
    readonly id: string
    readonly label: string
    readonly items: readonly { readonly id: string; readonly label: string; readonly href: string }[]
  }[]
  readonly grantedFeatures: readonly string[]
  readonly roles: readonly string[]
}

/** Order, names and what is hidden of the navigation. Items are named by their published address. */
export interface SidebarSettings {
  readonly version: number
  readonly groupOrder: readonly string[]
  readonly groupLabels: Readonly<Record<string, string>>
  readonly itemLabels: Readonly<Record<string, string>>
  readonly hiddenItems: readonly string[]
  readonly itemOrder?: Readonly<Record<string, readonly string[]>>
}

/** A record as a list of any resource has it. */
export type Row = Readonly<Record<string, unknown>>

export type LocalText = string | Readonly<Record<string, string>>

/** A page contributed by a module: the records of a resource, settings, a component or a custom element. */
export interface ContributedPage {
  readonly path: string
  readonly title: LocalText
  readonly icon?: string
  readonly group?: { readonly id: string; readonly name: LocalText }
  readonly order?: number
  readonly module: { readonly id: string; readonly title: LocalText }
  readonly features: readonly string[]
  readonly resource?: string
  readonly kind?: string
  readonly state?: string
  readonly recordName?: LocalText
  readonly label?: string
  readonly columns?: readonly string[]
  readonly groups?: readonly { readonly title: LocalText; readonly fields: readonly string[] }[]
  readonly labels?: Readonly<Record<string, LocalText>>
  readonly references?: Readonly<Record<string, string>>
  readonly choices?: Readonly<Record<string, Readonly<Record<string, LocalText>>>>
  readonly settings?: string
  readonly component?: string
  readonly element?: string
  readonly script?: string
}

/** A page of a list. */
export interface Listed<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly totalPages: number
}

export interface User {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly isActive: boolean
  readonly organizationId: string | null
  readonly organizationName: string | null
  readonly tenantName: string
  readonly roles: readonly string[]
  readonly roleIds: readonly string[]
  readonly updatedAt: string
  readonly hasPassword?: boolean
}

export interface Role {
  readonly id: string
  readonly name: string
  readonly usersCount: number
  readonly tenantId: string | null
  readonly tenantName: string | null
}

export interface Organization {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly isActive: boolean
  readonly depth: number
  readonly pathLabel?: string
  readonly children?: readonly Organization[]
}

export interface Change {
  readonly from?: unknown
  readonly to?: unknown
}

/** An entry of the action log. */
export interface Action {
  readonly id: string
  readonly commandId: string
  readonly actionLabel: string | null
  readonly executionState: 'done' | 'undone' | 'redone' | 'failed'
  readonly actorUserId: string | null
  readonly actorUserName: string | null
  readonly organizationName: string | null
  readonly resourceKind: string | null
  readonly resourceId: string | null
  readonly parentResourceKind: string | null
  readonly parentResourceId: string | null
  readonly undoToken: string | null
  readonly createdAt: string
  readonly snapshotBefore: Readonly<Record<string, unknown>> | null
  readonly snapshotAfter: Readonly<Record<string, unknown>> | null
  readonly changes: Readonly<Record<string, Change>> | null
  readonly context: Readonly<Record<string, unknown>> | null
}

/** Something that later changes keep from being undone. */
export interface Conflict {
  readonly resourceKind: string
  readonly resourceId: string
  readonly fields: readonly string[]
}

/** The features of all modules. */
export interface Features {
  readonly items: readonly { readonly id: string; readonly title: string; readonly module: string }[]
  readonly modules: readonly { readonly id: string; readonly title: string }[]
}

/** What a role or an account is granted. */
export interface Rights {
  readonly isSuperAdmin: boolean
  readonly features: readonly string[]
  readonly organizations: readonly string[] | null
  readonly hasCustomAcl?: boolean
}
