import { defineModule, keep, type Module, provide, provideShared } from '@plinth/core'
import { analytics, pages, readmePage, tools } from '@plinth/points'
import { usageAnalytics } from './analytics.ts'
import { answerApproval, askApproval, claimApproval, endApproval, stopApproval } from './approvals/approvals.ts'
import { features } from './contract.ts'
import { beginTurn } from './conversations/begin-turn.ts'
import { deleteConversation } from './conversations/delete-conversation.ts'
import { endTurn, renewTurn, spendTokens } from './conversations/end-turn.ts'
import { openConversation } from './conversations/open-conversation.ts'
import { noteUsage } from './conversations/note-usage.ts'
import { Approval, Conversation, ConversationMessage, ModelChoice } from './entities.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import { createMcpMessages, mcpMessages } from './mcp/messages.ts'
import { mcpOptions } from './mcp-options.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { caused } from './migrations/0002-caused-entries.ts'
import { ownNavigation } from './navigation.ts'
import { type AiAssistantOptions, type AiAssistantSettings, settings } from './options.ts'
import { chat } from './routes/chat.ts'
import { listConversations, readConversation, removeConversation, undoActions } from './routes/conversations.ts'
import { health } from './routes/health.ts'
import { routeQuery } from './routes/route.ts'
import { postSessionKey } from './routes/session-key.ts'
import { putSettings, readSettings } from './routes/settings.ts'
import { executeTool, listTools } from './routes/tools.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { updateChoice } from './settings/choose-model.ts'
import { modelOf } from './providers.ts'
import { createTools } from './tools/executor.ts'
import { toolbox } from './tools/tool.ts'
import { whoami } from './tools/whoami.ts'
import { ownWidgets } from './widgets.ts'
import { translations } from './translations.ts'

/** An assistant that acts only with its caller's permissions and previews every write. What it does can be undone. */
export function aiAssistant(options: AiAssistantOptions = {}): Module {
  const values = toAiAssistantSettings(options)
  const { keptDays } = values.limits
  const mcp = createMcpMessages()
  return defineModule({
    id: 'ai_assistant',
    title: 'AI Assistant',
    translations,
    requires: ['api_keys'],
    entities: [Approval, Conversation, ConversationMessage, ModelChoice],
    migrations: [baseline, caused],
    features,
    contributes: [
      pages.of(readmePage({ title: 'The assistant', access: features.view }, import.meta.url)),
      tools.of(whoami),
      ownNavigation,
      ownWidgets,
      analytics.of(usageAnalytics),
    ],
    roles: { admin: ['ai_assistant.*'], employee: [features.view] },
    services: [
      provide(settings, () => values),
      provide(toolbox, createTools),
      provideShared(sandbox, () => createSandbox(options.sandbox)),
      provide(mcpOptions, () => options.mcp ?? {}),
      provide(mcpMessages, () => mcp),
    ],
    commands: [
      beginTurn,
      renewTurn,
      endTurn,
      spendTokens,
      deleteConversation,
      openConversation,
      noteUsage,
      askApproval,
      answerApproval,
      claimApproval,
      endApproval,
      stopApproval,
      updateChoice,
    ],
    keep: [
      // Their messages and approvals are deleted with them.
      keep('ai_conversations', { id: 'ai_assistant.conversations', by: 'updated_at', days: keptDays, batch: 200 }),
      keep('ai_approvals', { id: 'ai_assistant.approvals', by: 'expires_at', days: keptDays }),
      keep('ai_usage', { id: 'ai_assistant.usage', by: 'created_at', days: 400 }),
    ],
    routes: [
      chat,
      routeQuery,
      health,
      readSettings,
      putSettings,
      listTools,
      executeTool,
      postSessionKey,
      listConversations,
      readConversation,
      removeConversation,
      undoActions,
      ...mcpRoutes,
    ],
  })
}

function toAiAssistantSettings({ provider = 'anthropic', model, ...options }: AiAssistantOptions): AiAssistantSettings {
  return {
    providers: options.providers ?? {},
    provider,
    model: modelOf(provider, model),
    models: options.models ?? null,
    unconfirmedKeys: options.unconfirmedKeys ?? [],
    isMcpKeyConfigured: options.isMcpKeyConfigured ?? false,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    onUsage: options.onUsage ?? (() => {}),
  }
}
