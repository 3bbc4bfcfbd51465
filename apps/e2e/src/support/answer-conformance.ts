import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { root } from './part.js';

/** An answer as it came. */
export interface HeldAnswer {
  method: string;
  /** With or without its query. */
  path: string;
  status: number;
  mediaType: string;
  /** Absent = it was not read. */
  body?: string | undefined;
}

interface Response {
  content?: Record<string, { schema?: object }>;
}

interface Operation {
  /** Where it is in the document. */
  pointer: string;
  parts: readonly string[];
  responses: Record<string, Response>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, { responses?: Record<string, Response> }>>;
  components?: object;
}

/** Status for a page that a browser has already; it asks for that by itself. */
const NOT_MODIFIED = 304;
const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
const isParameter = (part: string): boolean => part.startsWith('{');

/** Holds answers against the OpenAPI document: an unknown status, another media type, a body off its schema. */
export class AnswerConformance {
  /** One line each. */
  readonly faults = new Set<string>();
  private readonly operations = new Map<string, Operation[]>();
  private readonly validators = new Map<string, ValidateFunction>();
  // Compiled in half the time: most schemas of a spec file see few answers.
  private readonly ajv = addFormats.default(
    new Ajv2020({ strict: false, validateSchema: false, inlineRefs: false, code: { optimize: false } }),
  );

  constructor(document: OpenApiDocument) {
    this.ajv.addSchema(document, 'api');
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { responses = {} }] of Object.entries(methods)) {
        const parts = path.split('/');
        const key = `${method.toUpperCase()} ${parts.length}`;
        const pointer = `api#/paths/${escaped(path)}/${method}/responses`;
        this.operations.set(key, [...(this.operations.get(key) ?? []), { pointer, parts, responses }]);
      }
    }
  }

  /** Returns the fault of the answer; `null` = none, or its path is not in the document. */
  hold(answer: HeldAnswer): string | null {
    const operation = this.operationOf(answer);
    const isHeld = answer.status < 500 && answer.status !== NOT_MODIFIED;
    const fault = operation && isHeld ? this.faultOf(operation, answer) : null;
    return fault && `${answer.method} ${operation?.parts.join('/')} ${answer.status}: ${fault}`;
  }

  /** Returns the operation that fits, of several the one with the most literal parts. */
  private operationOf({ method, path }: HeldAnswer): Operation | undefined {
    const parts = path.split('?', 1)[0]?.split('/') ?? [];
    const fits = (operation: Operation): boolean =>
      operation.parts.every((part, index) => isParameter(part) || part === parts[index]);
    const literals = (operation: Operation): number => operation.parts.filter((part) => !isParameter(part)).length;
    const found = (this.operations.get(`${method} ${parts.length}`) ?? []).filter(fits);
    return found.toSorted((one, other) => literals(other) - literals(one))[0];
  }

  private faultOf({ pointer, responses }: Operation, { status, mediaType, body }: HeldAnswer): string | null {
    const response = responses[status];
    if (!response) {
      return 'is no status of the document';
    }
    const { content = {} } = response;
    if (body === '' || Object.keys(content).length === 0) {
      return body ? 'has a body' : null;
    }
    const [, media] = Object.entries(content).find(([type]) => type.split(';', 1)[0] === mediaType) ?? [];
    if (!media) {
      return `is ${mediaType || 'without a type'}, not ${Object.keys(content).join(' or ')}`;
    }
    const isHeld = mediaType === 'application/json' && body !== undefined && media.schema !== undefined;
    return isHeld ? this.schemaFault(`${pointer}/${status}/content/application~1json/schema`, body) : null;
  }

  private schemaFault($ref: string, body: string): string | null {
    const validate = this.validators.get($ref) ?? this.ajv.compile({ $ref });
    this.validators.set($ref, validate);
    const value = parsed(body);
    return value === undefined ? 'is no JSON' : validate(value) ? null : this.ajv.errorsText(validate.errors);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The document of the built api, which the first stack of a run fetches for all others. */
export async function documentOf(address: string): Promise<OpenApiDocument> {
  const { mtimeMs } = await stat(join(root, 'apps/api/dist/main.js'));
  const file = join(tmpdir(), `switchyard-open-api-${Math.round(mtimeMs)}.json`);
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== null) {
    return JSON.parse(known) as OpenApiDocument;
  }
  const text = await (await fetch(`${address}/api/docs-json`)).text();
  await writeFile(`${file}.${process.pid}`, text);
  await rename(`${file}.${process.pid}`, file);
  return JSON.parse(text) as OpenApiDocument;
}
