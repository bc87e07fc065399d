import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parseUrl } from '../../src/domain/text/uri.ts';
import type { Got, Sent } from './client.ts';

/** The part of an OpenAPI document that the tests use. */
export interface ApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}
export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, ApiResponse>>;
}
interface ApiResponse {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, object>>;
}

/** Checks responses against the document. */
export class Contract {
  readonly document: ApiDocument;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #paths: readonly { readonly template: string; readonly pattern: RegExp }[];

  constructor(document: ApiDocument) {
    this.document = document;
    this.#ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: true });
    this.#ajv.addFormat('uri', (text) => parseUrl(text) !== undefined);
    // The document itself is not a schema; its top-level keywords are valid.
    this.#ajv.addVocabulary(Object.keys(document));
    this.#ajv.addSchema(document, 'api');
    this.#paths = Object.keys(document.paths).map((template) => {
      const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]*');
      return { template, pattern: new RegExp(`^${pattern}/?$`, 's') };
    });
  }

  /** The validator of the schema at a location in the document. */
  schema(...place: readonly string[]): ValidateFunction {
    const pointer = place
      .map((token) => `/${encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
      .join('');
    const known = this.#compiled.get(pointer);
    if (known) return known;
    const validate = this.#ajv.getSchema(`api#${pointer}`);
    if (!validate) throw new Error(`the document has no schema at ${pointer}`);
    this.#compiled.set(pointer, validate);
    return validate;
  }

  component(name: string): ValidateFunction {
    return this.schema('components', 'schemas', name);
  }

  /** Returns the documented path for a request; undefined if there is none. */
  template(path: string): string | undefined {
    const plain = plainPath(path);
    return this.#paths.find(({ pattern }) => pattern.test(plain))?.template;
  }

  /** The methods of a documented path, in the order of an `Allow` header. */
  methods(template: string): readonly string[] {
    const written = Object.keys(this.document.paths[template] ?? {}).map((m) => m.toUpperCase());
    return written.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).toSorted();
  }

  /** Returns the violation in the response to a request of a documented path, or undefined. */
  issue(template: string, sent: Sent, got: Got): string | undefined {
    const head = sent.method === 'HEAD';
    const method = head ? 'get' : sent.method.toLowerCase();
    const operation = this.document.paths[template]?.[method];
    if (!operation) {
      if (got.status !== 405) return this.#problemIssue(got, head, [400, 404]);
      const allowed = String(got.headers.allow).split(', ').toSorted();
      const wanted = this.methods(template);
      if (allowed.join() !== wanted.join())
        return `Allow is ${got.headers.allow}, not ${wanted.join(', ')}`;
      return this.#problemIssue(got, head, [405]);
    }
    const response = operation.responses[got.status];
    if (!response) return `the status ${got.status} is not documented`;
    const at = ['paths', template, method, 'responses', String(got.status)];
    for (const name of Object.keys(response.headers ?? {})) {
      const value = got.headers[name];
      if (value === undefined) return `the documented header ${name} is missing`;
      const validate = this.schema(...at, 'headers', name, 'schema');
      if (!validate(/^\d+$/.test(String(value)) ? Number(value) : value))
        return `the header ${name}: ${String(value)} is not as documented`;
    }
    const types = Object.keys(response.content ?? {});
    const type = mediaType(got);
    if (types.length === 0) return got.text === '' ? undefined : 'a body that is not documented';
    if (!types.includes(type)) return `the type ${type} is not documented (${types.join()})`;
    if (head) return got.text === '' ? undefined : 'HEAD was answered with a body';
    if (type === 'application/problem+json') {
      const issue = this.#problemIssue(got, false, [got.status]);
      if (issue) return issue;
    }
    const validate = this.schema(...at, 'content', type, 'schema');
    if (type.endsWith('json') && type !== NDJSON) return this.#bodyFault(got, validate);
    return validate(got.text) ? undefined : 'the text is not as documented';
  }

  /**
   * Returns the violation in a response that must be a problem document with one of these statuses.
   */
  #problemIssue(got: Got, head: boolean, statuses: readonly number[]): string | undefined {
    if (!statuses.includes(got.status))
      return `the status is ${got.status}, not ${statuses.join()}`;
    if (mediaType(got) !== 'application/problem+json') return `the type is ${mediaType(got)}`;
    if (head) return got.text === '' ? undefined : 'HEAD was answered with a body';
    const issue = this.#bodyFault(got, this.component('Problem'));
    if (issue) return issue;
    const { status } = JSON.parse(got.text) as { status: number };
    return status === got.status ? undefined : `the body says ${status}`;
  }

  problemIssue(sent: Sent, got: Got, statuses: readonly number[]): string | undefined {
    return this.#problemIssue(got, sent.method === 'HEAD', statuses);
  }

  #bodyFault(got: Got, validate: ValidateFunction): string | undefined {
    let value: unknown;
    try {
      value = JSON.parse(got.text);
    } catch {
      return 'the body is not JSON';
    }
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors);
  }
}

/** One JSON document per line. */
const NDJSON = 'application/x-ndjson';

export function mediaType(got: Got): string {
  return (got.headers['content-type'] ?? '').replace(/\s*;.*$/s, '').toLowerCase();
}

/**
 * Returns the path without query and with decoded escapes, as a router sees it; unchanged if they are
 * invalid.
 */
export function plainPath(path: string): string {
  const plain = path.replace(/[?#].*$/s, '');
  try {
    decodeURIComponent(plain);
    return decodeURI(plain);
  } catch {
    return plain;
  }
}
