import { isOpenPayment } from '@switchyard/contracts';
import type { SandboxPayment } from '@switchyard/database';

/** Actions of the page: the state that follows, and how often it is reported. */
export const SANDBOX_DEEDS = {
  pay: { label: 'Pay', state: 'paid', callbacks: 1 },
  twice: { label: 'Pay, reported twice', state: 'paid', callbacks: 2 },
  lost: { label: 'Pay, callback lost', state: 'paid', callbacks: 0 },
  delay: { label: 'Pay later', state: 'pending', callbacks: 1 },
  fail: { label: 'Fail', state: 'failed', callbacks: 1 },
  refund: { label: 'Refund', state: 'refunded', callbacks: 1 },
} as const;

export type SandboxDeed = keyof typeof SANDBOX_DEEDS;

export const isSandboxDeed = (name: string): name is SandboxDeed => Object.hasOwn(SANDBOX_DEEDS, name);

/** Deeds that make sense in a state. */
function deedsFor({ state }: SandboxPayment): SandboxDeed[] {
  if (isOpenPayment(state)) {
    return ['pay', 'twice', 'lost', ...(state === 'new' ? (['delay'] as const) : []), 'fail'];
  }
  return state === 'paid' ? ['refund'] : state === 'failed' ? ['pay'] : [];
}

/** The page on which people play the payment provider. */
export function sandboxPage(payment: SandboxPayment): string {
  const { id, cents, currency, description, state, returnUrl } = payment;
  const amount = `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
  const buttons = deedsFor(payment).map(
    (deed) =>
      `<form method="post" action="/billing/sandbox/${id}/${deed}"><button>${SANDBOX_DEEDS[deed].label}</button></form>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Payment sandbox</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem }
  button { font: inherit; width: 100%; padding: .6rem; margin: .25rem 0 }
</style>
<main>
<h1>Payment sandbox</h1>
<p>No money moves here.</p>
<p>${escaped(description)}<br><strong>${escaped(amount)}</strong><br>State: <output>${state}</output></p>
${buttons.join('\n')}
<p><a href="${escaped(returnUrl)}">Back to Switchyard</a></p>
</main>
</html>`;
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES.get(letter) ?? letter);
