import type { NavigationEntry } from '@plinth/core'
import { features } from './contract.ts'

/** The page of the assistant, and that of its settings. */
export const navigation: readonly NavigationEntry[] = [
  {
    group: { id: 'ai_assistant.nav.group', name: 'AI Assistant' },
    href: '/backend/config/ai-assistant',
    title: 'AI Assistant',
    access: features['settings.manage'],
    area: 'settings',
    order: 50,
  },
]
