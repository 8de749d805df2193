import { input, nameText } from '@plinth/core'
import { z } from 'zod'
import { MailTemplate } from './entities.ts'

/** The text of an email as people send it. HTML that is empty is derived from the text. */
const TemplateText = z.object({
  subject: nameText().trim().min(1).max(200),
  text: z.string().trim().min(1).max(20_000),
  html: z
    .string()
    .trim()
    .max(60_000)
    .nullish()
    .meta({ description: 'What stands within `<body>`. Without it, the paragraphs and links of `text` are used.' }),
})

/** The properties of a template that callers can set. */
export const TemplateFields = input(MailTemplate, ['mail', 'language']).extend(TemplateText.shape)

/** A text that is not stored yet. */
export const DraftText = TemplateText.extend({
  mail: z.string().max(100),
  language: z.string().max(3),
  recordId: z.uuid().nullish().meta({ description: 'The record whose values are used, instead of examples.' }),
})
