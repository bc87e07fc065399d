export { createClient } from './create-client.ts';
export { memoryStorage, type SmartlinkStorage } from './storage.ts';
export { SmartlinkError, type ErrorFacts, type ErrorKind } from './smartlink-error.ts';
export * from './errors.ts';
export type * from './client.ts';
export type * from './options.ts';
export type * from './types.ts';
export { codeOf, type Values } from './address.ts';
export type { ParamsOf } from './router.ts';
