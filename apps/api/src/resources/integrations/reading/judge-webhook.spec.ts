import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { MAX_OBJECT_TEXT } from '@switchyard/contracts';
import { WEBHOOK_HERE, WEBHOOK_LIMITS } from '../../../platform/bounds.js';
import { BudgetSpent, WorkBudget, type WorkLimits } from '../../../platform/workers/work-budget.js';
import { type JudgedWebhook, judgeWebhook } from './judge-webhook.js';
import { MAX_READ_TO_SHOW } from './read-webhook.js';
import type { Condition, Lock, ReaderRules } from './webhook-rules.js';

const MIB = 1024 * 1024;
const LARGEST = 4 * MIB;
const OPEN: Lock = {
  row: { authMethod: '', authHeader: '', hmacAlgorithm: 'sha256', hmacPrefix: '' },
  secret: null,
};
const signedBy = (password: string, row: Partial<Lock['row']> = { authMethod: 'github' }): Lock => ({
  row: { ...OPEN.row, ...row },
  secret: { login: '', password },
});
const body = { part: 'body', dataType: 'string', key: '' } as const;
const json = (key: string) => ({ part: 'body', dataType: 'json', key }) as const;
const containing = (place: Condition['place'], value: string): Condition => ({
  place,
  method: 'contains',
  value,
  isOfPush: false,
});
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const reader = (part: Partial<ReaderRules> = {}): ReaderRules => ({
  lock: OPEN,
  conditions: [],
  values: [],
  push: { branches: [], paths: [], takesPulls: false },
  ...part,
});
const JSON_TYPE: readonly (readonly [string, string])[] = [['content-type', 'application/json']];

interface Judged extends Partial<JudgedWebhook> {
  isSpent: boolean;
  taken: WorkLimits;
}

function judge(
  sent: string,
  readers: ReaderRules[],
  { headers = {}, limits = WEBHOOK_LIMITS }: { headers?: Record<string, string>; limits?: WorkLimits } = {},
): Judged {
  const budget = new WorkBudget(limits);
  const all = new Map([...JSON_TYPE, ...Object.entries(headers)]);
  try {
    const judged = judgeWebhook({ headers: all, body: Buffer.from(sent), readers, isNeeded: true }, budget);
    return { ...judged, isSpent: false, taken: budget.taken };
  } catch (error) {
    expect(error).toBeInstanceOf(BudgetSpent);
    return { isSpent: true, taken: budget.taken };
  }
}

const lengthOf = ({ texts = [] }: Judged): number => texts.reduce((sum, { length }) => sum + length, 0);

describe('matchers and values of a large webhook', () => {
  const giant = JSON.stringify({ a: 'x'.repeat(LARGEST - 100), list: [1, 2] });

  it('should hold one copy of the text, however many read it', () => {
    const readers = [
      reader({ conditions: times(50, () => containing(body, 'yz')), values: times(50, () => body) }),
      reader({ conditions: times(50, () => containing(json('a'), 'yz')), values: times(50, () => json('a')) }),
    ];
    const judged = judge(giant, readers);
    expect(judged).toMatchObject({ isSpent: false, problem: null });
    expect(lengthOf(judged)).toBeLessThan(2 * MAX_OBJECT_TEXT + 10_000);
    expect(judged.taken.kept).toBeLessThan(LARGEST);
    expect(judged.taken.steps).toBeLessThan(8 * LARGEST);
  });

  it('should search once for each text, and make text of a list or object once', () => {
    const whole = JSON.stringify({ a: { b: 'x'.repeat(MIB) } });
    const conditions = times(50, (n) => containing(json('a'), n % 2 ? 'yes' : 'no'));
    const { taken } = judge(
      whole,
      times(200, () => reader({ conditions })),
    );
    expect(taken.kept).toBeLessThan(1.1 * MIB);
    expect(taken.steps).toBeLessThan(8 * MIB);
  });

  it('should be too much work when every level is another text', () => {
    const depth = 30;
    const nested = `${'{"a":'.repeat(depth)}"${'x'.repeat(3 * MIB)}"${'}'.repeat(depth)}`;
    const conditions = times(depth, (n) =>
      containing(
        json(
          Array(n + 1)
            .fill('a')
            .join('.'),
        ),
        'y',
      ),
    );
    expect(judge(nested, [reader({ conditions })])).toMatchObject({
      problem: { code: 'webhook_heavy' },
      proved: [0],
      readings: [],
    });
  });

  it('should be too much work when they search for thousands of texts', () => {
    const readers = times(200, (i) => reader({ conditions: times(50, (n) => containing(body, `${i} ${n}`)) }));
    const judged = judge(giant, readers);
    expect(judged).toMatchObject({ problem: { code: 'webhook_heavy' } });
    expect(judged.taken.steps).toBeLessThan(WEBHOOK_LIMITS.steps + 2 * LARGEST);
  });

  it('should be too much work when the launches together would get too much', () => {
    expect(
      judge(
        giant,
        times(4, () => reader({ values: [json('a')] })),
      ).problem,
    ).toBeNull();
    expect(
      judge(
        giant,
        times(5, () => reader({ values: [json('a')] })),
      ).problem?.code,
    ).toBe('webhook_heavy');
  });

  it.each([
    ['deeply nested', '['.repeat(LARGEST / 2) + ']'.repeat(LARGEST / 2), 'json_deep'],
    ['of millions of members', `[${'1,'.repeat(LARGEST / 2 - 2)}1]`, 'json_values'],
    ['cut off', `{"a":"${'x'.repeat(LARGEST - 10)}`, 'json_syntax'],
  ])('should not read one that is %s', (_, sent, code) => {
    const judged = judge(
      sent,
      times(200, () => reader({ conditions: times(50, () => containing(body, 'x')) })),
    );
    expect(JSON.stringify(judged.problem)).toContain(code);
    expect(judged).toMatchObject({ readings: [], texts: [] });
  });

  it('should be decoded within the same bounds when it is a form', () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const judged = judge(`payload=${'%7B'.repeat(MIB)}`, [reader({ conditions: [containing(body, 'x')] })], {
      headers: form,
    });
    expect(judged).toMatchObject({
      problem: { code: 'body_json' },
      readings: [],
      taken: { steps: expect.any(Number), kept: 0 },
    });
    expect(judged.taken.steps).toBeLessThan(WEBHOOK_LIMITS.steps / 8);
  });

  it('should read a header that was sent many times as one, within the same bounds', () => {
    const header = { part: 'header', dataType: null, key: 'X-Many' } as const;
    const headers = { 'x-many': Array(4_000).fill('aaa').join(', ') };
    const readers = times(200, (i) =>
      reader({ conditions: times(50, (n) => containing(header, `aaa, aaa, ${i} ${n}`)) }),
    );
    const judged = judge('{}', readers, { headers });
    expect([judged.problem, lengthOf(judged)]).toEqual([null, MAX_READ_TO_SHOW + 1]);
    expect(judge('{}', readers, { headers, limits: WEBHOOK_HERE }).problem?.code).toBe('webhook_heavy');
  });

  it('should be left to a thread by the thread that serves requests', () => {
    const small = JSON.stringify({ a: 'x'.repeat(60_000) });
    const heavy = times(50, (n) => containing(body, `y${n}`));
    expect(judge(small, [reader({ conditions: heavy.slice(0, 5) })], { limits: WEBHOOK_HERE }).problem).toBeNull();
    expect(judge(small, [reader({ conditions: heavy })], { limits: WEBHOOK_HERE }).problem?.code).toBe('webhook_heavy');
  });

  it('should be cut behind what may be shown or launched with, and whole within', () => {
    const sent = JSON.stringify({ a: 'x'.repeat(2 * MIB), b: 'y'.repeat(MAX_OBJECT_TEXT), c: { d: 1 } });
    const values = [json('a'), json('b'), json('c'), json('none')];
    const { readings, texts } = judge(sent, [reader({ values })]);
    const [a, b, c, none] = (readings?.[0]?.extracted ?? []).map((at) => (at === null ? null : texts?.[at]));
    expect([a?.length, b?.length, c, none]).toEqual([MAX_OBJECT_TEXT + 1, MAX_OBJECT_TEXT, '{"d":1}', null]);
  });
});

describe('the proof of a sender', () => {
  const sent = JSON.stringify({ a: 'x'.repeat(LARGEST - 100) });
  const wrong = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
  const right = (password: string) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', password).update(sent).digest('hex')}`,
  });

  it('should make one digest for each secret and algorithm', () => {
    const locks = times(200, (n) =>
      n % 2
        ? signedBy('one')
        : signedBy('one', { authMethod: 'hmac', authHeader: `X-Hub-Signature-256`, hmacPrefix: 'sha256=' }),
    );
    const { proved, taken } = judge(
      sent,
      locks.map((lock) => reader({ lock })),
      { headers: wrong },
    );
    expect(proved).toEqual([]);
    expect(taken.steps).toBeLessThan(1.1 * LARGEST);
  });

  it('should make no digest without what has the form of a signature', () => {
    const readers = times(200, (n) => reader({ lock: signedBy(`secret ${n}`) }));
    const values = ['', 'sha256=', `sha256=${'0'.repeat(63)}`, `sha256=${'z'.repeat(64)}`, '0'.repeat(64)];
    for (const value of values) {
      const { proved, taken } = judge(sent, readers, { headers: { 'x-hub-signature-256': value } });
      expect([proved, taken.steps < 100_000]).toEqual([[], true]);
    }
  });

  it('should be too much work with very many secrets, and not with many', () => {
    const readers = times(200, (n) => reader({ lock: signedBy(`secret ${n}`) }));
    const refused = judge(sent, readers, { headers: wrong });
    expect(refused.isSpent).toBe(true);
    expect(judge(sent, readers.slice(0, 50), { headers: right('secret 49') }).proved).toEqual([49]);
    expect(judge('{}', readers, { headers: wrong })).toMatchObject({ isSpent: false, proved: [] });
  });

  it.each([
    ['signatures', { authMethod: 'github' } as const, wrong],
    [
      'Standard Webhooks',
      { authMethod: 'standard' } as const,
      {
        'webhook-id': 'a',
        'webhook-timestamp': String(Math.round(Date.now() / 1_000)),
        'webhook-signature': `v1,${'A'.repeat(43)}=`,
      },
    ],
  ])('should be refused before the first digest where all of them would be too many: %s', (_, row, headers) => {
    const readers = times(200, (n) => reader({ lock: signedBy(`secret ${n}`, row) }));
    const refused = judge(sent, readers, { headers });
    expect([refused.isSpent, refused.taken.steps]).toEqual([true, 0]);
  });

  it('should come before the body is looked at', () => {
    const readers = [reader({ lock: signedBy('s') })];
    expect(judge('{', readers, { headers: wrong })).toMatchObject({ proved: [], problem: null });
  });
});
