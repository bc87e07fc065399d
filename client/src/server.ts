export { createServerClient, type ServerClient } from './create-server-client.ts';
export { SmartlinkError, type ErrorFacts, type ErrorKind } from './smartlink-error.ts';
export * from './errors.ts';
export type { Created, CreateRequest } from './link-calls.ts';
export type {
  CallOptions,
  ConnectionOptions,
  CreateOptions,
  Fetch,
  FetchRequest,
  FetchResponse,
  PlatformSignal,
  Retry,
  Signal,
} from './options.ts';
export type * from './types.ts';
export { codeOf } from './address.ts';
