export { migrationTool, type MigrationToolOptions } from './tool.ts'
