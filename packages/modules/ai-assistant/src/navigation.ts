import { navigation } from '@plinth/points'
import { features } from './contract.ts'

/** Navigation entries for the assistant and its settings. */
export const ownNavigation = navigation.of({
  group: {
    id: 'ai_assistant.nav.group',
    name: { en: 'AI Assistant', de: 'KI-Assistent', es: 'Asistente de IA', pl: 'Asystent AI' },
  },
  href: '/backend/config/ai-assistant',
  title: { en: 'AI Assistant', de: 'KI-Assistent', es: 'Asistente de IA', pl: 'Asystent AI' },
  access: features['settings.manage'],
  area: 'settings',
  order: 50,
})
