import { apiKeyCreation } from './modules/api-key-creation.ts'
import { apiKeys } from './modules/api-keys.ts'
import { assistant, configuredAssistant } from './modules/assistant.ts'
import { attachmentChanges } from './modules/attachment-changes.ts'
import { attachmentFiles } from './modules/attachment-files.ts'
import { attachmentLibrary } from './modules/attachment-library.ts'
import { attachmentPartitions, lockedPartitions } from './modules/attachment-partitions.ts'
import { attachmentUploads } from './modules/attachment-uploads.ts'
import { catalog } from './modules/catalog.ts'
import { dashboardLayout } from './modules/dashboard-layout.ts'
import { entrances } from './modules/entrances.ts'
import { progressCreation } from './modules/progress-creation.ts'
import { progress } from './modules/progress.ts'
import { widgetAssignments } from './modules/widget-assignments.ts'
import { widgetData } from './modules/widget-data.ts'
import { widgetPeriods } from './modules/widget-periods.ts'
import { proveStatements } from './_frame/group.ts'

proveStatements(
  [
    entrances,
    apiKeys,
    apiKeyCreation,
    catalog,
    progress,
    progressCreation,
    dashboardLayout,
    widgetAssignments,
    widgetData,
    widgetPeriods,
    attachmentPartitions,
    lockedPartitions,
    attachmentUploads,
    attachmentFiles,
    attachmentLibrary,
    attachmentChanges,
    assistant,
    configuredAssistant,
  ],
  { atLeast: 1_300 },
)
