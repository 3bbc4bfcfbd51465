import { jsonPathParts, own, type WebhookPlace } from '@switchyard/contracts';
import type { WebhookPayload } from './webhook-payload.js';

/** The value of a webhook at a place, as text; lists and objects as JSON. `null` = there is none, or it is JSON's `null`. */
export function valueAt({ headers, text, json }: WebhookPayload, { part, dataType, key }: WebhookPlace): string | null {
  if (part === 'header') {
    return headers.get(key.toLowerCase()) ?? null;
  }
  return dataType === 'string' ? text : textOf(jsonAt(json, key));
}

/** Only what the document has itself: nothing of a prototype. */
function jsonAt(document: unknown, path: string): unknown {
  const parts = jsonPathParts(path);
  return parts?.reduce((value: unknown, part) => member(value, part), document);
}

function member(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    return /^\d{1,9}$/.test(name) ? (value as unknown[]).at(Number(name)) : undefined;
  }
  return typeof value === 'object' && value !== null ? own(value, name) : undefined;
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) {
    return null;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
