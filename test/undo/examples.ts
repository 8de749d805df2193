import { aiAssistantFixtures } from '@plinth/ai-assistant/testing'
import { apiKeysFixtures } from '@plinth/api-keys/testing'
import { attachmentsFixtures } from '@plinth/attachments/testing'
import { auditLogsFixtures } from '@plinth/audit-logs/testing'
import { authFixtures } from '@plinth/auth/testing'
import { businessRulesFixtures } from '@plinth/business-rules/testing'
import { catalogFixtures } from '@plinth/catalog/testing'
import type { Command } from '@plinth/core'
import { joinFixtures, type UndoExample } from '@plinth/testing'
import { customFieldsFixtures } from '@plinth/custom-fields/testing'
import { dashboardsFixtures } from '@plinth/dashboards/testing'
import { dictionariesFixtures } from '@plinth/dictionaries/testing'
import { directoryFixtures } from '@plinth/directory/testing'
import { numbersFixtures } from '@plinth/numbers/testing'
import { mailTemplatesFixtures } from '@plinth/mail-templates/testing'
import { settingsFixtures } from '@plinth/settings/testing'
import { webhooksFixtures } from '@plinth/webhooks/testing'
import { tmpdir } from 'node:os'
import { authApp } from '../modules/auth/_accounts.ts'
import { caseworkFixtures } from '../modules/auth/rights/_cases-fixtures.ts'
import { undoableModules } from './modules.ts'

export const wholeApp = () => authApp({ modules: undoableModules })

const { undo } = joinFixtures(
  authFixtures,
  directoryFixtures,
  auditLogsFixtures,
  apiKeysFixtures,
  businessRulesFixtures,
  customFieldsFixtures,
  dashboardsFixtures,
  dictionariesFixtures,
  mailTemplatesFixtures,
  catalogFixtures,
  numbersFixtures,
  settingsFixtures,
  attachmentsFixtures({ root: tmpdir() }),
  aiAssistantFixtures,
  webhooksFixtures,
  caseworkFixtures,
)

/** Every undoable command of all modules. */
export const examples: readonly UndoExample[] = undo.examples

/** One example of each command. */
export const ofEachCommand = <Example extends { readonly command: Command }>(
  all: readonly Example[],
): readonly Example[] => [...new Map(all.map((example) => [example.command.id, example])).values()]
