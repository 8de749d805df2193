export { migrationTool, type MigrationToolOptions } from './migration/tool.ts'
export { runCommandLine } from './command-line.ts'
export type { Terminal } from './terminal.ts'
