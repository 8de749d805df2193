import { defineTexts } from '../../kit/texts.ts'

/** How records were read. */
export const ta = defineTexts({
  en: { 'read:list': 'In a list', 'read:item': 'On its own', read: 'One found' },
  de: { 'read:list': 'In einer Liste', 'read:item': 'Einzeln', read: 'Als einziger gefunden' },
  es: { 'read:list': 'En una lista', 'read:item': 'Individualmente', read: 'Único encontrado' },
  pl: { 'read:list': 'Na liście', 'read:item': 'Pojedynczo', read: 'Jedyny znaleziony' },
})
