import { defineOnlineMigration } from '@plinth/core'

/** What the assistant did is found by its conversation. The log may be large already. */
export const caused = defineOnlineMigration(
  'ai_assistant.caused_entries',
  `drop index concurrently if exists plinth.action_log_by_conversation;
  create index concurrently action_log_by_conversation on plinth.action_log
    (tenant_id, ((context -> 'cause' ->> 'conversationId')))
    where context -> 'cause' ->> 'conversationId' is not null;`,
)
