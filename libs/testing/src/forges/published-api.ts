import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A call of a forge as its public document names it, by facts: a member that is not named is refused. */
export interface PublishedOperation {
  method: string;
  /** Parameters stand in braces. */
  path: string;
  /** JSON Schema; null = there is no body. */
  body: object | null;
  /** Status of success, with the schema of its answer and an answer of that shape. */
  status: number;
  answer: object;
  example: object;
}

/** Published document of the calls that are made to a forge. */
export interface PublishedApi {
  /** Where its paths begin. */
  root: RegExp;
  headers: Readonly<Record<string, RegExp>>;
  operations: readonly PublishedOperation[];
}

/** A request as it is sent, or as it arrives. */
export interface ForgeCall {
  method: string | undefined;
  url: string;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
addFormats.default(ajv);

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.?*+^$|()[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/?]+')}$`);

/** The operation that a request is; undefined when the document names none. */
export function operationOf(api: PublishedApi, { method, url }: ForgeCall): PublishedOperation | undefined {
  const path = url.replace(api.root, '');
  return api.operations.find((each) => each.method === method && patternOf(each.path).test(path));
}

/** Returns the parts of a request that do not fit the document; empty = it fits. */
export function requestFaults(api: PublishedApi, call: ForgeCall): string[] {
  const operation = operationOf(api, call);
  if (!api.root.test(call.url) || !operation) {
    return [`${call.method} ${call.url} is not published`];
  }
  const headers = Object.entries({ ...api.headers, ...(operation.body && { 'content-type': /^application\/json$/ }) });
  return [
    ...headers.filter(([name, value]) => !value.test(String(call.headers[name]))).map(([name]) => `header ${name}`),
    ...(operation.body === null
      ? call.body === ''
        ? []
        : ['there is no body']
      : schemaFaults(operation.body, JSON.parse(call.body))),
  ];
}

/** Returns the parts of a value that do not fit a schema. */
export function schemaFaults(schema: object, value: unknown): string[] {
  const fits = ajv.compile(schema);
  return fits(value) ? [] : (fits.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
