export { migrationTool, type MigrationToolOptions } from './migration/tool.ts'
