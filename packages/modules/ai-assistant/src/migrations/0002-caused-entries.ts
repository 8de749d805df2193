import { defineOnlineMigration } from '@plinth/core'

/** Indexes log entries by conversation, to find what the assistant did. Online, because the log may already be large. */
export const caused = defineOnlineMigration(
  'ai_assistant.caused_entries',
  `drop index concurrently if exists plinth.action_log_by_conversation;
  create index concurrently action_log_by_conversation on plinth.action_log
    (tenant_id, ((context -> 'cause' ->> 'conversationId')))
    where context -> 'cause' ->> 'conversationId' is not null;`,
)
