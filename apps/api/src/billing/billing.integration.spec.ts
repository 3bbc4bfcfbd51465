import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BillingProject, Payment } from '@switchyard/contracts';
import { BillingAccount, BillingUsage, Project } from '@switchyard/database';
import { newProject, newTemplate } from '@switchyard/database/testing';
import Stripe from 'stripe';
import { makeSigningKeys, privateKeyOf, publicKeyOf, readSubscriptionKey } from './subscription/subscription-key.js';
import { Client, newAccount, signIn } from '../testing/client.js';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';
import { signCouponList } from './coupon-list.js';
import { SIGNATURE_HEADER, signatureOf } from './gateways/signed-report.js';
import { PaymentSweep } from './payment-sweep.js';

const [ONLINE_SECRET, WEBHOOK_SECRET] = ['sixteen-or-more!', 'whsec_test'];

const COUPONS = [
  { code: 'SPRING', percent: 20, until: '2999-01-01T00:00:00.000Z' },
  { code: 'OVER', percent: 50, until: '2020-01-01T00:00:00.000Z' },
];
const signing = makeSigningKeys();
let test: ProjectFixture;
let provider: Server;
/** Answer of the provider to the next requests. */
let answer: { status: number; type: string; body: string };
/** Other bodies at these addresses of the provider. */
let routes: [path: RegExp, body: string][] = [];
let projectId: number;
let base: string;

beforeAll(async () => {
  provider = createServer((request, response) => {
    const [, body = answer.body] = routes.find(([path]) => path.test(request.url ?? '')) ?? [];
    response.writeHead(answer.status, { 'content-type': answer.type });
    response.end(body);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  test = await startProjectFixture({
    SWITCHYARD_EDITION: 'hosted',
    SWITCHYARD_WEB_HOST: 'http://switchyard.example',
    SWITCHYARD_PAYMENT_SANDBOX: 'true',
    SWITCHYARD_SUBSCRIPTION_PRIVATE_KEY: signing.privateKey,
    SWITCHYARD_SUBSCRIPTION_PUBLIC_KEY: signing.publicKey,
    SWITCHYARD_COUPONS: signCouponList(COUPONS, privateKeyOf(signing.privateKey)),
    SWITCHYARD_ONLINE_PAYMENT_URL: url,
    SWITCHYARD_ONLINE_PAYMENT_SECRET: ONLINE_SECRET,
    SWITCHYARD_STRIPE_URL: url,
    SWITCHYARD_STRIPE_SECRET_KEY: 'sk_test',
    SWITCHYARD_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.0/8',
  });
});
afterAll(async () => {
  await test.close();
  provider.close();
});
beforeEach(async () => {
  projectId = (await newProject(test.dataSource)).id;
  base = `/billing/projects/${projectId}`;
});

const read = async (query = ''): Promise<BillingProject> => (await test.admin.get(base + query)).json();
const payments = async (): Promise<Payment[]> => (await test.admin.get(`${base}/payments`)).json();
const pay = async (more: object = {}): Promise<Payment> =>
  (
    await test.admin.post(`${base}/payments`, { currencyAmount: 10, currency: 'usd', gateway: 'sandbox', ...more })
  ).json();
const starter = (currencyAmount: number, more: object = {}): Promise<Payment> =>
  pay({ plan: 'starter', currencyAmount, ...more });
const deed = ({ hostedUrl, gatewayTransactionId: id }: Payment, name: string) =>
  new Client(test.address).post(`${hostedUrl ?? `/billing/sandbox/${id}`}/${name}`);
const refresh = ({ number }: Payment) => test.admin.put(`${base}/payments/${number}/refresh`);

describe('a project that pays', () => {
  it('should begin free', async () => {
    expect(await read()).toMatchObject({
      id: projectId,
      plan: 'free',
      annual: false,
      planCanceled: false,
      planFinishDate: null,
      balance: 0,
      runnerUsage: 0,
      diskUsage: 0,
      freeTrialAvailable: true,
      gateways: ['stripe', 'online', 'sandbox'],
    });
  });

  it('should have the plan that it paid for as soon as the sandbox reports the payment', async () => {
    const payment = await starter(3);
    expect(payment).toMatchObject({ state: 'new', currencyAmount: 3, currency: 'usd', gateway: 'sandbox' });
    const page = await new Client(test.address).get(payment.hostedUrl ?? '');
    expect(page.text).toContain('3.00 USD');
    await deed(payment, 'pay');
    expect(await read()).toMatchObject({ plan: 'starter', balance: 0, planCanceled: false });
    expect(await payments()).toMatchObject([{ state: 'paid', hostedUrl: null }]);
  });

  it('should get the money of a callback that comes twice once, and of a lost one by a refresh', async () => {
    const [twice, lost] = [await pay(), await pay({ currencyAmount: 20 })];
    await deed(twice, 'twice');
    await deed(lost, 'lost');
    expect((await read()).balance).toBe(10);
    expect((await refresh(lost)).json()).toMatchObject({ state: 'paid' });
    await refresh(lost);
    expect((await read()).balance).toBe(30);
  });

  it('should get nothing for a payment that failed or waits, and lose a plan whose money went back', async () => {
    const payment = await starter(3);
    await deed(payment, 'fail');
    expect([(await read()).plan, (await payments())[0]?.state]).toEqual(['free', 'failed']);
    const later = await starter(3);
    await deed(later, 'delay');
    expect([(await read()).plan, (await payments())[0]?.state]).toEqual(['free', 'pending']);
    await deed(later, 'pay');
    expect((await read()).plan).toBe('starter');
    await deed(later, 'refund');
    expect(await read()).toMatchObject({ plan: 'free', balance: 0 });
  });

  it('should cancel, continue and try a plan', async () => {
    const change = async (body: object) => (await test.admin.put(base, body)).status;
    expect(await change({ plan: 'starter', annual: false })).toBe(204);
    expect(await read()).toMatchObject({ plan: 'starter', freeTrialAvailable: false });
    expect(await change({ plan: 'free', annual: false })).toBe(204);
    expect(await read()).toMatchObject({ plan: 'starter', planCanceled: true });
    expect(await change({ plan: 'starter', annual: false })).toBe(204);
    expect((await read()).planCanceled).toBe(false);
    const other = await test.admin.put(base, { plan: 'medium', annual: false });
    expect([other.status, other.json()]).toMatchObject([409, { code: 'plan_by_support' }]);
  });

  it('should have one plan when two people activate it at once', async () => {
    await deed(await pay({ currencyAmount: 100 }), 'pay');
    await test.dataSource.query('update billing_account set trial_used = true where project_id = $1', [projectId]);
    const both = await Promise.all([1, 2].map(() => test.admin.put(base, { plan: 'medium', annual: false })));
    expect(both.map(({ status }) => status)).toEqual([204, 204]);
    expect((await read()).balance).toBe(91);
  });

  it('should pay for a year what the balance lacks, and have a key that can be replaced', async () => {
    await test.dataSource.manager.update(Project, { id: projectId }, { type: 'premium' });
    await deed(await pay({ plan: 'pro1', currencyAmount: 15 }), 'pay');
    await deed(await pay({ plan: 'pro1', currencyAmount: 149, annual: true }), 'pay');
    const paid = await read();
    expect(paid).toMatchObject({ plan: 'pro1', annual: true, balance: 0 });
    const key = readSubscriptionKey(paid.licenseKey ?? '', publicKeyOf(signing.publicKey));
    expect(key).toMatchObject({ plan: 'pro1', seats: 1, expiresAt: paid.planFinishDate });
    const rekeyed = (await test.admin.post(`${base}/subscription/rekey`)).json<{ key: string }>();
    expect(rekeyed.key).not.toBe(paid.licenseKey);
    expect((await read()).licenseKey).toBe(rekeyed.key);
  });

  it.each([
    ['a cent', { currencyAmount: 0.01 }],
    ['minus ten', { currencyAmount: -10 }],
    ['parts of a cent', { currencyAmount: 10.005 }],
    ['another step', { currencyAmount: 15 }],
    ['too much', { currencyAmount: 110 }],
    ['another currency', { currency: 'eur' }],
    ['another gateway', { gateway: 'bank' }],
    ['a plan that does not exist', { plan: 'gold' }],
    ['a plan of licences', { plan: 'pro1', currencyAmount: 15 }],
  ])('should be refused %s', async (_, body) => {
    const sent = { currencyAmount: 10, currency: 'usd', gateway: 'sandbox', ...body };
    expect((await test.admin.post(`${base}/payments`, sent)).status).toBe(400);
    expect(await payments()).toEqual([]);
  });

  it('should not refresh a payment of another project', async () => {
    const payment = await pay();
    const other = await test.admin.put(`/billing/projects/${test.projectId}/payments/${payment.number}/refresh`);
    expect(other.status).toBe(404);
  });

  it('should launch nothing once its minutes are used, until it pays', async () => {
    const template = await newTemplate(test.dataSource, { projectId });
    const launch = () => test.admin.post(`/api/project/${projectId}/tasks`, { template_id: template.id });
    const month = `${new Date().toISOString().slice(0, 7)}-01`;
    await test.dataSource.manager.insert(BillingUsage, { projectId, month, seconds: '3000' });
    const refused = await launch();
    expect([refused.status, refused.json()]).toMatchObject([403, { code: 'minutes_used', params: { minutes: 50 } }]);
    await deed(await pay(), 'pay');
    expect((await launch()).status).toBe(201);
  });
});

describe('a callback', () => {
  const send = (gateway: string, body: string, headers: Record<string, string>) =>
    new Client(test.address).with(headers).post(`/billing/callbacks/${gateway}`, JSON.parse(body));
  const signed = (body: string, secret = ONLINE_SECRET, seconds?: number) => ({
    [SIGNATURE_HEADER]: signatureOf(secret, body, seconds),
  });

  async function online(): Promise<Payment> {
    answer = { status: 200, type: 'application/json', body: '' };
    const id = `checkout-${projectId}`;
    answer.body = JSON.stringify({ id, url: 'https://pay.example/1' });
    return pay({ gateway: 'online' });
  }
  const reportOf = (payment: Payment, more: object = {}): string =>
    JSON.stringify({ id: payment.gatewayTransactionId, state: 'paid', cents: 1_000, currency: 'usd', ...more });

  it('should move money when it is signed, once', async () => {
    const body = reportOf(await online());
    const headers = signed(body);
    expect((await send('online', body, headers)).status).toBe(204);
    expect((await send('online', body, headers)).status).toBe(204);
    expect((await read()).balance).toBe(10);
  });

  it('should be refused without a signature, with another or an old one', async () => {
    const body = reportOf(await online());
    const old = Math.floor(Date.now() / 1_000) - 301;
    for (const headers of [
      {},
      signed(body, 'another-secret!!'),
      signed(body, ONLINE_SECRET, old),
      signed(`${body} `),
    ]) {
      const refused = await send('online', body, headers);
      expect([refused.status, refused.json()]).toMatchObject([400, { code: 'callback_signature' }]);
    }
    expect((await read()).balance).toBe(0);
  });

  it('should be refused for another amount, another currency, an unknown payment or gateway', async () => {
    const payment = await online();
    const statuses = [];
    for (const more of [{ cents: 100_000 }, { currency: 'jpy' }, { id: 'unknown' }]) {
      const body = reportOf(payment, more);
      statuses.push((await send('online', body, signed(body))).status);
    }
    const body = reportOf(payment);
    statuses.push((await send('bank', body, signed(body))).status);
    expect(statuses).toEqual([409, 409, 404, 404]);
    expect((await read()).balance).toBe(0);
  });

  it('should keep the money of a project that is gone in the books', async () => {
    const body = reportOf(await online());
    await test.dataSource.manager.delete(Project, { id: projectId });
    expect((await send('online', body, signed(body))).status).toBe(204);
    const rows = await test.dataSource.query('select cents from billing_transfer where project_id = $1', [projectId]);
    expect(rows).toEqual([{ cents: 1_000 }]);
  });

  it('should be taken from Stripe with its own signature', async () => {
    const id = `cs_${projectId}`;
    const session = { id, object: 'checkout.session', url: 'https://checkout.stripe.example/1' };
    answer = { status: 200, type: 'application/json', body: JSON.stringify(session) };
    const payment = await pay({ gateway: 'stripe' });
    expect(payment).toMatchObject({ gatewayTransactionId: id, hostedUrl: session.url });
    const object = { ...session, status: 'complete', payment_status: 'paid', amount_total: 1_000, currency: 'usd' };
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'checkout.session.completed', data: { object } });
    const stripe = new Stripe('sk_test');
    const header = stripe.webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET });
    expect((await send('stripe', body, { 'stripe-signature': `${header}0` })).status).toBe(400);
    expect((await send('stripe', body, { 'stripe-signature': header })).status).toBe(204);
    expect((await read()).balance).toBe(10);
  });
});

describe('a refund at Stripe', () => {
  it('should take back the money of its session, which the charge does not name', async () => {
    const id = `cs_refund_${projectId}`;
    const session = { id, object: 'checkout.session', url: 'https://checkout.stripe.example/2' };
    answer = { status: 200, type: 'application/json', body: JSON.stringify(session) };
    const payment = await pay({ gateway: 'stripe' });
    const paid = { ...session, status: 'complete', payment_status: 'paid', amount_total: 1_000, currency: 'usd' };
    answer.body = JSON.stringify(paid);
    expect((await refresh(payment)).json()).toMatchObject({ state: 'paid' });
    expect((await read()).balance).toBe(10);
    const intent = { id: 'pi_1', object: 'payment_intent', latest_charge: { object: 'charge', refunded: true } };
    routes = [
      [/sessions\?.*payment_intent=pi_1/, JSON.stringify({ object: 'list', data: [{ id }], has_more: false })],
      [new RegExp(`sessions/${id}`), JSON.stringify({ ...paid, payment_intent: intent })],
    ];
    const charge = { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', refunded: true };
    const body = JSON.stringify({ id: 'evt_2', object: 'event', type: 'charge.refunded', data: { object: charge } });
    const header = new Stripe('sk_test').webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET });
    const send = () =>
      new Client(test.address).with({ 'stripe-signature': header }).post('/billing/callbacks/stripe', JSON.parse(body));
    expect([(await send()).status, (await send()).status]).toEqual([204, 204]);
    routes = [];
    expect((await read()).balance).toBe(0);
    expect(await payments()).toMatchObject([{ state: 'refunded' }]);
  });
});

describe('a coupon', () => {
  it('should take its part off the first payment alone, which is worth the whole', async () => {
    expect(await read()).toMatchObject({ couponOpen: true, couponPercent: null });
    expect(await read('?coupon=spring')).toMatchObject({ couponPercent: 20 });
    expect(await read('?coupon=AUTUMN')).toMatchObject({ couponPercent: null });
    const payment = await starter(3, { coupon: ' spring ' });
    expect(payment).toMatchObject({ currencyAmount: 2.4, discount: 0.6 });
    await deed(payment, 'pay');
    expect(await read('?coupon=SPRING')).toMatchObject({
      plan: 'starter',
      balance: 0,
      couponOpen: false,
      couponPercent: null,
    });
    expect(await pay({ currencyAmount: 9, coupon: 'SPRING' })).toMatchObject({ currencyAmount: 9, discount: 0 });
  });

  it('should count once when two payments were opened with it', async () => {
    const both = [await pay({ coupon: 'SPRING' }), await pay({ coupon: 'SPRING' })];
    expect(both).toMatchObject([{ currencyAmount: 8 }, { currencyAmount: 8 }]);
    await Promise.all(both.map((payment) => deed(payment, 'twice')));
    expect((await read()).balance).toBe(18);
  });

  it('should go back with its payment', async () => {
    const payment = await pay({ coupon: 'SPRING' });
    await deed(payment, 'pay');
    expect((await read()).balance).toBe(10);
    await deed(payment, 'refund');
    expect((await read()).balance).toBe(0);
  });

  it.each(['AUTUMN', 'OVER'])('should be refused when it does not count: %s', async (coupon) => {
    const sent = { currencyAmount: 10, currency: 'usd', gateway: 'sandbox', coupon };
    const refused = await test.admin.post(`${base}/payments`, sent);
    expect([refused.status, refused.json()]).toMatchObject([
      400,
      { issues: [{ path: ['coupon'], code: 'coupon_unknown' }] },
    ]);
  });
});

describe('guesses of coupons', () => {
  it('should be refused after ten, also when the next one is right', async () => {
    for (let guess = 0; guess < 10; guess++) {
      await read(`?coupon=guess${guess}`);
    }
    expect((await test.admin.get(`${base}?coupon=spring`)).status).toBe(429);
    expect(await read()).toMatchObject({ couponOpen: true });
  });
});

describe('payments whose callback was lost', () => {
  const older = (minutes: number) =>
    test.dataSource.query(
      `update billing_payment set created = now() - make_interval(mins => $2) where project_id = $1`,
      [projectId, minutes],
    );

  it('should be read at their gateway by the clock, also beside a gateway that is down', async () => {
    answer = {
      status: 200,
      type: 'application/json',
      body: JSON.stringify({ id: `down-${projectId}`, url: 'https://a.example' }),
    };
    await pay({ gateway: 'online' });
    answer = { status: 503, type: 'text/html', body: 'Sorry' };
    await deed(await pay(), 'lost');
    const sweep = test.app.get(PaymentSweep, { strict: false });
    await sweep.run();
    expect((await read()).balance).toBe(0);
    await older(6);
    await Promise.all([sweep.run(), sweep.run()]);
    expect((await read()).balance).toBe(10);
    expect((await payments()).map(({ state }) => state).sort()).toEqual(['new', 'paid']);
  });
});

describe('seats of a plan', () => {
  const add = async (role: string): Promise<{ status: number; id: number }> => {
    const { id } = await newAccount(test);
    const { status } = await test.admin.post(`/api/project/${projectId}/users`, { user_id: id, role });
    return { status, id };
  };

  it('should be taken by members who are more than guests, the last one once', async () => {
    await test.dataSource.manager.insert(BillingAccount, { projectId, tier: 'premium' });
    for (const role of ['owner', 'manager', 'task_runner']) {
      expect((await add(role)).status).toBe(204);
    }
    const last = await Promise.all([add('task_runner'), add('manager')]);
    expect(last.map(({ status }) => status).sort()).toEqual([204, 409]);
    const guest = await add('guest');
    expect(guest.status).toBe(204);
    const path = `/api/project/${projectId}/users/${guest.id}`;
    const raised = await test.admin.put(path, { role: 'manager' });
    expect([raised.status, raised.json()]).toMatchObject([409, { code: 'plan_seats_taken', params: { seats: 4 } }]);
    await test.admin.delete(`/api/project/${projectId}/users/${last.find(({ status }) => status === 204)?.id ?? 0}`);
    expect((await test.admin.put(path, { role: 'manager' })).status).toBe(204);
  });

  it('should be without a limit where the plan lists none', async () => {
    const statuses = [];
    for (let i = 0; i < 5; i += 1) {
      statuses.push((await add('manager')).status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204]);
  });
});

describe('a gateway that fails', () => {
  it.each([
    ['HTML', 200, 'text/html', '<html>Sorry</html>'],
    ['an error', 503, 'application/json', '{}'],
    ['other JSON', 200, 'application/json', '{"hello":1}'],
    ['an address that is no page', 200, 'application/json', '{"id":"1","url":"javascript:alert(1)"}'],
  ])('should be named as such when it answers %s', async (_, status, type, body) => {
    answer = { status, type, body };
    for (const gateway of ['online', ...(status === 200 && body.includes('id') ? [] : ['stripe'])]) {
      const sent = { currencyAmount: 10, currency: 'usd', gateway };
      const failed = await test.admin.post(`${base}/payments`, sent);
      expect([failed.status, failed.json()]).toMatchObject([502, { code: 'gateway_failed' }]);
    }
  });
});

describe('addresses below /billing', () => {
  it('should be answered in JSON when they are unknown, also to browsers', async () => {
    const browser = new Client(test.address).with({ accept: 'text/html' });
    for (const path of ['/billing/unknown', '/billing/projects', '/billing/a/b/c']) {
      const unknown = await browser.get(path);
      expect([unknown.status, unknown.json()]).toMatchObject([404, { code: 'billing_address' }]);
    }
  });

  it('should be for those who may update the project', async () => {
    const stranger = await signIn(test, await newAccount(test));
    expect((await stranger.get(base)).status).toBe(404);
    expect((await new Client(test.address).get(base)).status).toBe(401);
  });
});
