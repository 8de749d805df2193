import { defineMigration } from '@plinth/core'

/** How many changes a user has confirmed, and how many were made, counted in the transactions that make them. */
export const doneChanges = defineMigration(
  'ai_assistant.done_changes',
  `
alter table ai_approvals add column wanted integer not null default 1, add column done integer not null default 0;
update ai_approvals set wanted = coalesce(
  (select sum(jsonb_array_length(step -> 'fingerprints')) from jsonb_array_elements(steps) step), 0);
update ai_approvals a set done = least(wanted, (select count(*) from plinth.action_log e where e.tenant_id = a.tenant_id
    and e.context -> 'cause' ->> 'conversationId' = a.conversation_id::text
    and e.context -> 'cause' ->> 'callId' = a.id::text))
  where state = 'running';
`,
)
