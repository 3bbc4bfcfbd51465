import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ALERT_CHANNEL_TYPES,
  ALERT_EVENTS,
  AlertBody,
  type AlertChannelType,
  type AlertFacts,
  type OpenChannel,
  NotificationHeader,
} from '@switchyard/contracts';
import type { ClaimedMessage } from '@switchyard/database';
import { type MailSink, startMailSink } from '@switchyard/testing';
import { dispatcherConfigSchema } from '../../config.js';
import { accept, type ReceivedCall, NotificationSink } from '../../testing/webhook-sink.js';
import { AlertSender } from './alert-sender.js';

const HOSTILE = `<b>x</b> <!channel> @all [y](http://evil.example) "q" *z*`;
const LINK = 'https://ci.example/project/3/templates/7?t=42#L12';
const TOKEN = 'token-of-the-spec';
/** Where people read on, unless it is the template. */
const PATHS: Partial<Record<AlertFacts['event'], string>> = {
  test: '',
  approval: '/workflows/runs/42',
  approval_overdue: '/workflows/runs/42',
};
/** A link, a mention or an address in Markdown. */
const MARKDOWN = /<!channel>|(?<!\\)\[y|@all|http:\/\/evil/;
const FORBIDDEN = {
  slack: /<[!b]/,
  telegram: /<b>x|<!/,
  teams: MARKDOWN,
  rocketchat: MARKDOWN,
  dingtalk: MARKDOWN,
};

const RUN = {
  id: 42,
  workflow: HOSTILE,
  node: HOSTILE,
  message: HOSTILE,
  user: 'Jo',
  deadline: '2026-01-02T04:00:00.000Z',
};

const isOfRun = (event: AlertFacts['event']): boolean => event === 'approval' || event === 'approval_overdue';

function factsOf(event: AlertFacts['event'], more: Partial<AlertFacts> = {}): AlertFacts {
  const isRun = isOfRun(event);
  const isTask = !isRun && event !== 'schedule_missed' && event !== 'test';
  return {
    event,
    at: '2026-01-02T03:04:05.678Z',
    project: { id: 3, name: 'Web <shop>' },
    template: isRun || event === 'test' ? null : { id: 7, name: HOSTILE },
    workspace: event === 'drifted' || event === 'in_step' ? `prod ${HOSTILE}` : null,
    task: isTask
      ? {
          id: 42,
          message: `a\nb ${HOSTILE}`,
          version: '1.2',
          user: 'Jo',
          commit: 'c0ffee1234',
          branch: `release ${HOSTILE}`,
          seconds: 200,
        }
      : null,
    run: isRun ? RUN : null,
    runner: isTask ? 'builder' : null,
    schedule: event === 'schedule_missed' ? { id: 5, name: 'nightly', planned: '2026-01-02T03:00:00.000Z' } : null,
    reason: isTask ? 'exit code 1' : null,
    problem: isTask ? { code: 'exit_code', params: { code: 1 } } : null,
    line: event === 'failure' ? { number: 12, text: `Error: ${HOSTILE}` } : null,
    ...more,
  };
}

describe(AlertSender.name, () => {
  let sink: NotificationSink;
  let mails: MailSink;
  let sender: AlertSender;
  const never = new AbortController().signal;

  const senderWith = (settings: Record<string, string> = {}) =>
    new AlertSender(
      dispatcherConfigSchema.parse({
        SWITCHYARD_DATABASE_URL: 'postgres://unused/x',
        SWITCHYARD_WEB_HOST: 'https://ci.example/',
        SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
        SWITCHYARD_ALERT_TELEGRAM_URL: sink.origin,
        SWITCHYARD_SMTP_URL: mails.url,
        SWITCHYARD_SMTP_FROM: 'Switchyard <ci@example.com>',
        ...settings,
      }),
    );
  const channelOf = (type: AlertChannelType, url = sink.url): OpenChannel => ({
    type,
    url,
    token: TOKEN,
    target: type === 'email' ? 'ops@example.com, lead@example.com' : '-100',
  });
  const send = (facts: AlertFacts, channel: OpenChannel, by = sender) => {
    const delivery = { id: randomUUID(), kind: 'alert_channel', targetId: 1, payload: facts };
    return by.send(delivery as unknown as ClaimedMessage, channel, never);
  };

  beforeAll(async () => {
    [sink, mails] = [await NotificationSink.open(), await startMailSink()];
    sender = senderWith();
  });
  afterEach(() => {
    sink.answer = accept;
    sink.calls.length = 0;
    mails.mails.length = 0;
  });
  afterAll(async () => {
    sender.onModuleDestroy();
    await Promise.all([sink.close(), mails.remove()]);
  });

  const cells = ALERT_CHANNEL_TYPES.flatMap((type) =>
    [...ALERT_EVENTS, 'test' as const].map((event) => [type, event] as const),
  );

  it.each(cells)('should reach %s about %s, with a title and a link', async (type, event) => {
    sink.answer = (answer) => answer.writeHead(200).end('{"errcode":0,"ok":true}');
    expect(await send(factsOf(event), channelOf(type))).toMatchObject({ result: 'delivered', error: null });
    const received = type === 'email' ? decoded(mails.mails[0]?.source ?? '') : textsOf(sink.calls[0]);
    expect(received).toContain(`https://ci.example/project/3${PATHS[event] ?? '/templates/7'}`);
    expect(received).toMatch(/Web|nightly|#42|42/);
    expect([sink.calls.length, mails.mails.length]).toEqual(type === 'email' ? [0, 1] : [1, 0]);
  });

  it.each(['slack', 'teams', 'rocketchat', 'dingtalk', 'telegram'] as const)(
    'should let nobody write markup, links or mentions to %s',
    async (type) => {
      sink.answer = (answer) => answer.writeHead(200).end('{"errcode":0}');
      await send(factsOf('failure'), channelOf(type));
      const { body = '' } = sink.calls[0] ?? {};
      const { marked, plain } = partsOf(type, JSON.parse(body));
      expect(marked).not.toMatch(FORBIDDEN[type]);
      expect(plain + marked).toContain('Error: ');
      expect(plain + marked).not.toContain('\n b');
    },
  );

  it('should let nobody write markup or headers into a mail', async () => {
    const facts = factsOf('failure', { project: { id: 3, name: 'x\r\nBcc: evil@example.com' } });
    await send(facts, channelOf('email'));
    const [mail] = mails.mails;
    expect(mail?.to).toEqual(['ops@example.com', 'lead@example.com']);
    const head = mail?.source.split('\r\n\r\n')[0] ?? '';
    expect(head).not.toMatch(/^bcc:/im);
    const html = decoded(mail?.source ?? '').split('text/html')[1] ?? '';
    expect(html).not.toContain('<b>x');
    expect(html).toContain(LINK);
  });

  it('should write to a member in the language of that member, and to everybody else in that of the server', async () => {
    const french = senderWith({ SWITCHYARD_LANGUAGE: 'fr' });
    const delivery = { id: randomUUID(), kind: 'alert_user', targetId: 1, payload: factsOf('failure') };
    for (const language of ['de-AT', 'sv', null]) {
      await french.sendToMember(delivery as unknown as ClaimedMessage, { email: 'jo@example.com', language }, never);
    }
    await send(factsOf('failure'), channelOf('slack'), french);
    french.onModuleDestroy();
    const [german, ...others] = mails.mails.map(({ source }) => decoded(source));
    expect(german).toContain('Grund: Exit-Code 1');
    expect(german).toContain('Mitglied von Web <shop>');
    expect([...others, textsOf(sink.calls[0])].map((text) => text.includes('Projet'))).toEqual([true, true, true]);
  });

  it('should name the run, what it asks for and until when, and lead to it', async () => {
    await send(factsOf('approval', { run: { ...RUN, workflow: 'Release', node: 'Go live?' } }), channelOf('email'));
    const text = decoded(mails.mails[0]?.source ?? '');
    expect(text).toContain('Waits for approval: Release #42');
    expect(text).toMatch(
      /Workflow: Release\s+Run: #42\s+Approval: Go live\?\s+Message: .*\s+Started by: Jo\s+Deadline: /,
    );
    expect(text).toContain('Open the run: https://ci.example/project/3/workflows/runs/42');
  });

  it('should name commit, branch and duration', async () => {
    await send(factsOf('failure'), channelOf('email'));
    const text = decoded(mails.mails[0]?.source ?? '');
    expect(text).toContain('Commit: c0ffee1234');
    expect(text).toContain('Branch: release');
    expect(text).toContain('Duration: 3 min 20 sec');
  });

  it('should sign for the webhook, and name the failing line in the link', async () => {
    const facts = factsOf('failure');
    await send(facts, channelOf('webhook'));
    const { headers, body } = sink.calls[0] as ReceivedCall;
    const timestamp = String(headers[NotificationHeader.timestamp]);
    const expected = createHmac('sha256', TOKEN).update(`${timestamp}.${body}`).digest('hex');
    expect(headers[NotificationHeader.signature]).toBe(`sha256=${expected}`);
    expect(AlertBody.parse(JSON.parse(body))).toEqual({ ...facts, link: LINK });
  });

  it('should give tokens where the services want them', async () => {
    sink.answer = (answer) => answer.writeHead(200).end('{"errcode":0}');
    await send(factsOf('test'), channelOf('telegram'));
    await send(factsOf('test'), channelOf('gotify', `${sink.origin}/gotify/`));
    await send(factsOf('test'), channelOf('dingtalk', `${sink.origin}/robot?access_token=a`));
    const [telegram, gotify, dingtalk] = sink.calls;
    expect(telegram?.path).toBe(`/bot${TOKEN}/sendMessage`);
    expect([gotify?.path, gotify?.headers['x-gotify-key']]).toEqual(['/gotify/message', TOKEN]);
    const query = new URL(dingtalk?.path ?? '', sink.origin).searchParams;
    const sign = createHmac('sha256', TOKEN)
      .update(`${query.get('timestamp')}\n${TOKEN}`)
      .digest('base64');
    expect([query.get('access_token'), query.get('sign')]).toEqual(['a', sign]);
  });

  it('should see that DingTalk refused with a status of success', async () => {
    sink.answer = (answer) => answer.writeHead(200).end('{"errcode":310000,"errmsg":"sign not match"}');
    expect(await send(factsOf('test'), channelOf('dingtalk'))).toMatchObject({ result: 'retry', error: 'rejected' });
  });

  it.each(['http://169.254.169.254/latest', 'http://[::1]:1/', 'http://2130706433/'])(
    'should not reach %s',
    async (url) => {
      const strict = senderWith({ SWITCHYARD_OUTBOUND_ALLOW: 'none' });
      for (const type of ['slack', 'gotify', 'webhook'] as const) {
        expect(await send(factsOf('test'), channelOf(type, url), strict)).toMatchObject({ error: 'refused' });
      }
      strict.onModuleDestroy();
    },
  );

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'http://a\nb'])('should not call %j', async (url) => {
    expect(await send(factsOf('test'), channelOf('slack', url))).toMatchObject({ result: 'retry', error: 'address' });
  });

  it('should try a mail again while the server is down, refuses it, or is none', async () => {
    const down = senderWith({ SWITCHYARD_SMTP_URL: 'smtp://127.0.0.1:1' });
    const refusing = await startMailSink({ refuse: true });
    const refused = senderWith({ SWITCHYARD_SMTP_URL: refusing.url });
    const none = new AlertSender(dispatcherConfigSchema.parse({ SWITCHYARD_DATABASE_URL: 'postgres://unused/x' }));
    const outcomes = [];
    for (const each of [down, refused, none]) {
      outcomes.push(await send(factsOf('failure'), channelOf('email'), each));
      each.onModuleDestroy();
    }
    await refusing.remove();
    expect(outcomes).toMatchObject([
      { result: 'retry', error: 'unreachable', target: 'unavailable' },
      { result: 'retry', error: 'rejected', status: expect.any(Number) },
      { result: 'retry', error: 'no_mail_server' },
    ]);
  });
});

/** The texts of a body that are marked up by the service, and those that are not. */
function partsOf(type: AlertChannelType, body: object): { marked: string; plain: string } {
  const all = JSON.stringify(body);
  if (type === 'rocketchat') {
    const { text, attachments } = body as { text: string; attachments: { fields: object[] }[] };
    return { marked: text + JSON.stringify(attachments[0]?.fields), plain: all };
  }
  if (type === 'dingtalk') {
    return { marked: (body as { markdown: { text: string } }).markdown.text, plain: all };
  }
  return { marked: all, plain: '' };
}

const textsOf = (call: ReceivedCall | undefined): string => call?.body ?? '';

/** Headers and parts of a mail without their transfer encoding. */
const decoded = (source: string): string =>
  source
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
