export { settingsModule } from './module.ts'
export { type Settings, settings, type SettingsSpec } from './settings.ts'
export { events } from './contract.ts'
