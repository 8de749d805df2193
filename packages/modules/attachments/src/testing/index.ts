// Checks for tests of products and drivers
export { checkStorage } from './check-storage.ts'
export { attachmentsFixtures } from './fixtures.ts'
export { file, form, partition, picture, send } from './files.ts'
export { beginUpload, bytesHeaders, continueUpload, tusHeaders, uploadHeaders } from './uploads.ts'
