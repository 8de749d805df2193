// Dashboards
export { type Widget, widgets } from './widgets.ts'
export {
  type Aggregate,
  aggregates,
  analyticsTypes,
  type AnalyticsEntity,
  type AnalyticsField,
  type AnalyticsType,
  type Labels,
} from './analytics-entity.ts'
export { analytics } from './analytics.ts'

// Back-office navigation
export { navigation, type NavigationEntry, type NavigationSource, navigationSources } from './navigation.ts'
export { type LocalText, textIn } from './local-text.ts'

// Signing in
export {
  type AccountKeeper,
  accountKeepers,
  type AccountLinks,
  accountLinks,
  type LinkedAccount,
  type SignInAttempt,
  type SignInCheck,
  signInChecks,
  type SignInRefusal,
} from './sign-in.ts'

// Accounts
export { type AddressChange, type AddressCheck, addressChecks, type AddressRefusal } from './addresses.ts'
export { fieldsOfList, type FieldUse, type FieldUses, fieldUses, MOST_USES } from './field-uses.ts'
export { type RoleHolder, type RoleHolders, roleHolders } from './role-holders.ts'

// Console
export {
  type ConsoleComponentPage,
  type ConsoleElementPage,
  type ConsolePage,
  consolePages,
  type ConsoleResourcePage,
  type ConsoleSettingsPage,
  type PageOfResource,
  type PageOfSettings,
} from './console-pages.ts'

// Assistants
export { defineTool, type Tool, type ToolContext, tools } from './tools.ts'
export { definePrompt, type Prompt, type PromptInput, prompts } from './prompts.ts'
export { definePage, type Page, pages, readmePage } from './pages.ts'

// Attachments
export {
  type AttachableEntity,
  attachables,
  deleteFilesOf,
  type RecordDeletion,
  recordDeletions,
} from './attachable.ts'

// Imports
export { type ImportableKind, type ImportableRecords, importables } from './importable.ts'

// Dictionaries
export {
  dictionaries,
  type Dictionaries,
  type DictionaryUse,
  dictionaryUses,
  findDictionaries,
  type FoundDictionary,
} from './dictionaries.ts'

// Emails
export {
  composeMail,
  declaredText,
  type FilledText,
  findMailProblems,
  mail,
  type MailOrder,
  mails,
  type MailSpec,
  mailTemplates,
  type MailTemplates,
  type MailText,
  sendMail,
} from './mails.ts'
export { type MailPart, type MailProblem, type MailSource, problemAt } from './mail-places.ts'
export { isLink, kindOf, type MailValueKind } from './mail-values.ts'
