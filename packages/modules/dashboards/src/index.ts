// The module
export { dashboards } from './module.ts'

// What others may name
export { features, tags } from './contract.ts'

// Commands
export { assignRoleWidgets } from './commands/assign-role-widgets.ts'
export { assignUserWidgets } from './commands/assign-user-widgets.ts'
export { saveLayout } from './commands/save-layout.ts'
export { updateLayoutItem } from './commands/update-layout-item.ts'

// The calendar, for whoever draws what the numbers mean
export { localDate, type Period, periodOf, type Preset, presets, previousPeriod, yearBefore } from './data/calendar.ts'
