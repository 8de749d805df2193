// S3-compatible object stores, in a separate entry point so that products without one do not load the SDK
export { s3Storage, type S3StorageOptions } from './s3-storage.ts'
