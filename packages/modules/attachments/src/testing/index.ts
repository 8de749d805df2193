// Checks for tests of products and drivers
export { checkStorage } from './check-storage.ts'
export { attachmentsFixtures } from './fixtures.ts'
export { file, uploadForm, partition, picture, send } from './files.ts'
export { postUpload, bytesHeaders, continueUpload, tusHeaders, uploadHeaders } from './uploads.ts'
