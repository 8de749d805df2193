import { defineEvents, defineFeatures, Id } from '@plinth/core'

export const features = defineFeatures('helpdesk', { view: 'View tickets', answer: 'Answer tickets', merge: 'Merge' })
export const events = defineEvents('helpdesk', { 'ticket.closed': Id })
