import { defineModule } from '@plinth/core'
import { pages, readmePage } from '@plinth/points'
import { deleteDefinition } from './commands/delete-definition.ts'
import { deleteEntity } from './commands/delete-entity.ts'
import { restoreDefinition } from './commands/restore-definition.ts'
import { saveDefinition } from './commands/save-definition.ts'
import { saveDefinitions } from './commands/save-definitions.ts'
import { saveEncryption } from './commands/save-encryption.ts'
import { saveEntity } from './commands/save-entity.ts'
import { createRecord, deleteRecord, updateRecord } from './commands/save-record.ts'
import { events, features } from './contract.ts'
import { definitionCache, lineageCache } from './definitions/load-definitions.ts'
import { ownDictionaryUses } from './dictionary-use.ts'
import { CustomEntity, EntityRecord, FieldDefinition, FieldsetConfig } from './entities.ts'
import { ownNavigation } from './navigation.ts'
import { advanceIndexes } from './indexes/advance-indexes.ts'
import { indexFields } from './indexes/index-fields.ts'
import { tables } from './migrations/0001-tables.ts'
import { indexes } from './migrations/0002-indexes.ts'
import { entityLimit } from './migrations/0003-entity-limit.ts'
import { owners } from './migrations/0004-owners.ts'
import { ownersOnline } from './migrations/0005-owners-online.ts'
import { customRecords } from './records/custom-records.ts'
import { entityCache } from './definitions/custom-entities.ts'
import {
  answers,
  deleteDefinitionByKey,
  listDefinitions,
  manageDefinitions,
  postDefinition,
  postDefinitions,
  postRestore,
} from './routes/definitions.ts'
import { getEncryption, postEncryption } from './routes/encryption.ts'
import { deleteEntityById, listEntities, listSidebarEntities, postEntity } from './routes/entities.ts'
import { deleteRecordById, listRecords, postRecord, putRecord, recordShareRoutes } from './routes/records.ts'
import { listRelationOptions } from './routes/relation-options.ts'
import { compiledCache } from './values/compiled-of.ts'
import { rekeyValues } from './values/rekey-values.ts'
import { customValueService } from './values/custom-value-service.ts'
import { importableRecords } from './importable.ts'
import { translations } from './translations.ts'

/** Fields that customers define for records of all modules, and entities that consist of such fields. */
export const customFields = defineModule({
  id: 'entities',
  title: 'Custom Fields',
  translations,
  requires: ['directory'],
  entities: [FieldDefinition, FieldsetConfig, CustomEntity, EntityRecord],
  customRecords,
  migrations: [tables, indexes, entityLimit, owners, ownersOnline],
  grantTables: [FieldDefinition.meta.tableName],
  features,
  contributes: [
    pages.of(readmePage({ title: 'Custom fields', access: features['definitions.view'] }, import.meta.url)),
    importableRecords,
    ownDictionaryUses,
    ownNavigation,
  ],
  roles: { admin: ['entities.*'] },
  services: [customValueService],
  caches: [definitionCache, entityCache, lineageCache, compiledCache, answers],
  commands: [
    saveDefinition,
    saveDefinitions,
    deleteDefinition,
    restoreDefinition,
    saveEncryption,
    saveEntity,
    deleteEntity,
    createRecord,
    updateRecord,
    deleteRecord,
    advanceIndexes,
  ],
  jobs: [indexFields],
  events,
  rekeys: [rekeyValues],
  routes: [
    listDefinitions,
    manageDefinitions,
    postDefinition,
    postDefinitions,
    deleteDefinitionByKey,
    postRestore,
    listEntities,
    postEntity,
    deleteEntityById,
    listSidebarEntities,
    listRelationOptions,
    getEncryption,
    postEncryption,
    listRecords,
    postRecord,
    putRecord,
    deleteRecordById,
    ...recordShareRoutes,
  ],
})
