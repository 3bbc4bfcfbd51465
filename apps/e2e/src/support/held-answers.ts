import type { BrowserContext, Response } from 'playwright-core';
import { AnswerConformance, documentOf, type HeldAnswer } from './answer-conformance.js';

/** Bodies that are read of one route and status in a browser: each takes a round trip to it. Status and type are held of all. */
const BODIES_OF_ROUTE = 3;

/** Findings of this spec file. */
let conformance: AnswerConformance | null = null;
const addresses = new Set<string>();
const reading = new Set<Promise<void>>();
const bodies = new Map<string, number>();

/** From now on answers of the stack at the addresses are held against the OpenAPI document. */
export async function holdAnswersOf(stack: readonly string[]): Promise<void> {
  stack.forEach((address) => addresses.add(address));
  conformance ??= new AnswerConformance(await documentOf(stack[0] ?? ''));
}

/** Holds the answer of a call to a stack. */
export function holdAnswer(address: string, answer: HeldAnswer): void {
  if (addresses.has(address)) {
    note(conformance?.hold(answer));
  }
}

/** Holds what the browser is answered. */
export function holdAnswersIn(context: BrowserContext): void {
  context.on('response', (response) => {
    const read = holdResponse(response).catch(() => undefined);
    reading.add(read);
    void read.finally(() => reading.delete(read));
  });
}

/** Waits for what is still read. @throws with the answers that do not fit the document; each is reported once */
export async function requireConformance(): Promise<void> {
  await Promise.all(reading);
  const faults = [...(conformance?.faults ?? [])];
  conformance?.faults.clear();
  if (faults.length > 0) {
    throw new Error(`Answers do not fit the OpenAPI document:\n${faults.join('\n')}`);
  }
}

const note = (fault: string | null | undefined): void => void (fault && conformance?.faults.add(fault));

async function holdResponse(response: Response): Promise<void> {
  const { origin, pathname } = new URL(response.url());
  if (!conformance || !addresses.has(origin) || !pathname.startsWith('/api/')) {
    return;
  }
  const [method, status] = [response.request().method(), response.status()];
  const mediaType = mediaTypeOf(response.headers()['content-type']);
  const key = `${method} ${pathname.replaceAll(/\d+/g, '0')} ${status}`;
  const isRead = (bodies.get(key) ?? 0) < BODIES_OF_ROUTE;
  bodies.set(key, (bodies.get(key) ?? 0) + 1);
  const body = isRead ? await response.text() : undefined;
  const fault = conformance.hold({ method, path: pathname, status, mediaType, body });
  // An answer that a spec itself gave in place of the server has no address.
  if (fault && (await response.serverAddr()) !== null) {
    note(fault);
  }
}

export const mediaTypeOf = (header: string | undefined): string => header?.split(';', 1)[0] ?? '';
