export { generateClient, type GenerateClientOptions } from './generate-client.ts'
