export { customFieldsFixtures } from './fixtures.ts'
export { addEntity, addRecord, defineField, uniqueKey } from './fields.ts'
