import { createHmac } from 'node:crypto';
import type { OutboundAnswer } from '@switchyard/server';
import { z } from 'zod';
import { escapeMarkdown } from '../escapes.js';
import { allFacts, type HttpSender, postJson } from '../http-sender.js';

/**
 * DingTalk, custom robot: a message in Markdown. With a secret the address gets the time in milliseconds and, as `sign`,
 * the HMAC-SHA-256 of time, line feed and secret in base64. A refusal has the status 200 and an `errcode` that is not 0.
 * Source: https://open.dingtalk.com/document/robots/custom-robot-access
 */
export const dingtalk: HttpSender = {
  request({ message, channel }) {
    const { title, note, link } = message;
    const parts = [
      `#### ${escapeMarkdown(title)}`,
      ...(note === null ? [] : [escapeMarkdown(note)]),
      ...allFacts(message).map(({ name, value }) => `**${escapeMarkdown(name)}:** ${escapeMarkdown(value)}`),
      ...(link ? [`[${escapeMarkdown(link.text)}](${link.url})`] : []),
    ];
    const body = { msgtype: 'markdown', markdown: { title, text: parts.join('\n\n') } };
    return postJson(signed(channel.url, channel.token), body);
  },
  accepts: isAccepted,
};

function signed(address: string, secret: string): string {
  if (secret === '' || !URL.canParse(address)) {
    return address;
  }
  const url = new URL(address);
  const timestamp = String(Date.now());
  url.searchParams.set('timestamp', timestamp);
  url.searchParams.set('sign', createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'));
  return url.href;
}

const Answer = z.object({ errcode: z.int() });

function isAccepted({ body }: OutboundAnswer): boolean {
  try {
    return Answer.parse(JSON.parse(body.toString())).errcode === 0;
  } catch {
    return false;
  }
}
