// Module
export { dashboards } from './module.ts'

// Contract
export { features, tags } from './contract.ts'

// Commands
export { assignRoleWidgets } from './commands/assign-role-widgets.ts'
export { assignUserWidgets } from './commands/assign-user-widgets.ts'
export { saveLayout } from './commands/save-layout.ts'
export { updateLayoutItem } from './commands/update-layout-item.ts'

// Calendar, for clients that render the results
export { localDate, type Period, periodOf, type Preset, presets, previousPeriod, yearBefore } from './data/calendar.ts'
