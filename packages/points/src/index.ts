// What dashboards show
export { type Widget, widgets } from './widgets.ts'
export {
  type Aggregate,
  aggregates,
  analytics,
  type AnalyticsEntity,
  type AnalyticsField,
  type AnalyticsType,
  type Labels,
} from './analytics.ts'

// What a back office shows
export { navigation, type NavigationEntry } from './navigation.ts'
export { type LocalText, textIn } from './local-text.ts'

// What assistants use
export { defineTool, type Tool, type ToolContext, tools } from './tools.ts'
export { definePrompt, type Prompt, type PromptInput, prompts } from './prompts.ts'
export { definePage, type Page, pages, readmePage } from './pages.ts'
