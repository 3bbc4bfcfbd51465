/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it, jest } from '@jest/globals';
import { BillingProject, Payment, type TierChange } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { documentStage } from '../../components/testing/dialog-of.js';
import { person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { PaymentDialog } from './payment-dialog.js';

const opened = jest.fn<typeof window.open>();
const stage = documentStage(() => {
  opened.mockReset();
  window.open = opened;
});

const billing = (members: Partial<BillingProject> = {}): BillingProject =>
  rowOf(BillingProject, { id: 1, plan: 'free', gateways: ['sandbox', 'stripe'], couponPercent: null, ...members });
const payment = (members: Partial<Payment> = {}): Payment =>
  rowOf(Payment, { number: '12', state: 'pending', hostedUrl: 'https://pay.example.com/12', ...members });

function open(of: BillingProject, wish: TierChange | null = null, path = '/') {
  const onClosed = jest.fn();
  stage.draw(<PaymentDialog billing={of} wish={wish} onClosed={onClosed} />, { path });
  return { onClosed };
}

const payments = () => stage.server.calls.filter(({ line }) => line.startsWith('POST '));
const pay = (price: string) => person.click(screen.getByRole('button', { name: `Pay ${price}` }));

describe('the dialog of a payment', () => {
  it('should send the amount in dollars to the chosen gateway, and open its page', async () => {
    stage.server.answer('POST ', payment());
    open(billing());
    await person.click(screen.getByRole('radio', { name: 'Card' }));
    await pay('$10');
    expect(await screen.findByText('Awaiting Payment')).toBeTruthy();
    expect(payments()).toMatchObject([{ body: { currencyAmount: 10, currency: 'usd', gateway: 'stripe' } }]);
    expect(opened).toHaveBeenCalledWith('https://pay.example.com/12', '_blank', 'noopener');
    const link = screen.getByRole('link', { name: 'Open payment page' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://pay.example.com/12', 'noreferrer']);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('should follow an open payment until its gateway has decided', async () => {
    stage.server.answer('POST ', payment());
    stage.server.answer('PUT ', payment({ state: 'paid' }));
    open(billing());
    await pay('$10');
    await screen.findByText('Awaiting Payment');
    await waitFor(() => expect(screen.queryByText('Awaiting Payment')).toBeNull());
    expect(screen.getByText(/added to the balance/)).toBeTruthy();
    const asked = stage.server.calls.filter(({ line }) => line.startsWith('PUT '));
    expect(asked.every(({ line }) => line.endsWith('/payments/12/refresh'))).toBe(true);
  });

  it('should say that a payment failed and that nothing was charged', async () => {
    stage.server.answer('POST ', payment({ state: 'failed', hostedUrl: null }));
    open(billing());
    await pay('$10');
    expect(await screen.findByText('The payment failed. Nothing was charged.')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('should ask for the price of the plan that begins, in a fixed amount when it is for a year', async () => {
    stage.server.answer('POST ', payment());
    open(billing(), { plan: 'pro4', annual: true });
    expect(screen.getByText('Activate Pro 4')).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
    await pay('$490');
    await waitFor(() => expect(payments()).toHaveLength(1));
    expect(payments()[0]?.body).toMatchObject({ plan: 'pro4', annual: true, currencyAmount: 490 });
  });

  it('should take nothing where the server has no gateway', () => {
    open(billing({ gateways: [] }));
    expect(screen.getByText('This server takes no payments.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('should take the coupon of the address off the price, and send it', async () => {
    stage.server.answer('POST ', payment());
    open(billing({ couponOpen: true, couponPercent: 50 }), null, '/?coupon=SPRING');
    expect(screen.getByText(/SPRING/)).toBeTruthy();
    expect(screen.getByText('The coupon covers $5 of the price.')).toBeTruthy();
    await pay('$5');
    await waitFor(() => expect(payments()).toHaveLength(1));
    expect(payments()[0]?.body).toMatchObject({ coupon: 'SPRING', currencyAmount: 10 });
  });

  it('should not send a coupon that does not count, and say so', async () => {
    stage.server.answer('POST ', payment());
    open(billing({ couponOpen: true }), null, '/?coupon=OLD');
    expect(screen.getByRole('alert').textContent).toMatch(/coupon/i);
    await pay('$10');
    await waitFor(() => expect(payments()).toHaveLength(1));
    expect(payments()[0]?.body).toMatchObject({ coupon: null });
  });
});
