// Module
export { dictionaries } from './module.ts'

// Contract
export { events, features } from './contract.ts'

// Commands
export { createDictionary } from './commands/create-dictionary.ts'
export { createEntry } from './commands/create-entry.ts'
export { deleteDictionary } from './commands/delete-dictionary.ts'
export { deleteEntry } from './commands/delete-entry.ts'
export { reorderEntries } from './commands/reorder-entries.ts'
export { setDefaultEntry } from './commands/set-default-entry.ts'
export { updateDictionary } from './commands/update-dictionary.ts'
export { updateEntry } from './commands/update-entry.ts'
