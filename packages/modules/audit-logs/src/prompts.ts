import { definePrompt } from '@plinth/points'
import { z } from 'zod'
import { features } from './contract.ts'

/** Prompt for a conversation about recent changes. */
export const reviewChanges = definePrompt({
  name: 'audit_logs_review_changes',
  title: 'Review what was changed',
  description: 'Reports what was changed recently, by whom, and which changes can be undone.',
  access: features.view_self,
  input: z.object({ since: z.string().min(1).optional().describe('Start of the period, such as `yesterday`') }),
  text: ({ since = 'yesterday' }) =>
    `Read the action log from this moment on: ${since}. Tell what was changed, grouped by person, name what looks ` +
    'unusual, and say what of it can still be taken back. Change nothing.',
})
