import { createHmac } from 'node:crypto';
import type { OutboundAnswer } from '@switchyard/server';
import { z } from 'zod';
import {
  escapeSlack,
  allFacts,
  COLOURS,
  type HttpSender,
  postJson,
  escapeMarkdown,
  escapeHtml,
} from './http-sender.js';
import type { AlertMessage } from './alert-message.js';

/** A fact that is this short shares its row. */
const SHORT = 40;

/**
 * Slack, incoming webhook: an attachment with a colour. `mrkdwn_in` is empty, so that values are plain text.
 * Source: https://api.slack.com/reference/messaging/attachments
 */
export const slack: HttpSender = {
  request({ message, channel }) {
    const title = escapeSlack(message.title);
    const fields = allFacts(message).map(({ name, value }) => ({
      title: escapeSlack(name),
      value: escapeSlack(value),
      short: value.length <= SHORT,
    }));
    const attachment = {
      fallback: title,
      color: COLOURS[message.tone],
      title,
      ...(message.link && { title_link: message.link.url }),
      ...(message.note !== null && { text: escapeSlack(message.note) }),
      fields,
      mrkdwn_in: [],
    };
    return postJson(channel.url, { attachments: [attachment] });
  },
};

const STYLES: Readonly<Record<AlertMessage['tone'], string>> = {
  bad: 'attention',
  attention: 'warning',
  good: 'good',
  neutral: 'default',
};

/**
 * Microsoft Teams, workflow "When a Teams webhook request is received": a message with one adaptive card 1.4; texts are
 * Markdown. Accepted with 202. Source:
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export const teams: HttpSender = {
  request({ message, channel }) {
    const { title, tone, note, link } = message;
    const facts = allFacts(message).map(({ name, value }) => ({
      title: escapeMarkdown(name),
      value: escapeMarkdown(value),
    }));
    const text = (words: string, more: object = {}) => ({
      type: 'TextBlock',
      text: escapeMarkdown(words),
      wrap: true,
      ...more,
    });
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [
        text(title, { size: 'Medium', weight: 'Bolder', color: STYLES[tone] }),
        ...(note === null ? [] : [text(note)]),
        { type: 'FactSet', facts },
      ],
      ...(link && { actions: [{ type: 'Action.OpenUrl', title: link.text, url: link.url }] }),
    };
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
    return postJson(channel.url, { type: 'message', attachments: [attachment] });
  },
};

/**
 * Rocket.Chat, incoming webhook: an attachment with a colour; texts are Markdown.
 * Source: https://developer.rocket.chat/reference/api/rest-api/endpoints/messaging/chat-endpoints/postmessage#payload
 */
export const rocketchat: HttpSender = {
  request({ message, channel }) {
    const title = escapeMarkdown(message.title);
    const fields = allFacts(message).map(({ name, value }) => ({
      title: escapeMarkdown(name),
      value: escapeMarkdown(value),
      short: value.length <= SHORT,
    }));
    const attachment = {
      color: COLOURS[message.tone],
      title: message.title,
      ...(message.link && { title_link: message.link.url }),
      ...(message.note !== null && { text: escapeMarkdown(message.note) }),
      fields,
    };
    return postJson(channel.url, { text: title, attachments: [attachment] });
  },
};

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

/**
 * Telegram, `sendMessage` of the Bot API with `parse_mode` HTML; a message has at most 4096 characters behind the entities,
 * which the bounds of its parts keep. Source: https://core.telegram.org/bots/api#sendmessage
 * @param api address of the Bot API
 */
export const telegram = (api: string): HttpSender => ({
  request({ message, channel }) {
    const { title, facts, line, note, link } = message;
    const parts = [
      `<b>${escapeHtml(title)}</b>`,
      ...(note === null ? [] : [escapeHtml(note)]),
      ...facts.map(({ name, value }) => `${escapeHtml(name)}: ${escapeHtml(value)}`),
      ...(line ? [`${escapeHtml(line.name)}: <code>${escapeHtml(line.value)}</code>`] : []),
      ...(link ? [`<a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a>`] : []),
    ];
    return postJson(`${api.replace(/\/+$/, '')}/bot${encodeURIComponent(channel.token)}/sendMessage`, {
      chat_id: channel.target,
      text: parts.join('\n'),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    });
  },
});

/** 4 to 7 sound as usual, 8 and more demand attention. */
const PRIORITIES: Readonly<Record<AlertMessage['tone'], number>> = { bad: 8, attention: 6, good: 4, neutral: 4 };

/**
 * Gotify, `POST /message` with the token of an application: plain text; a click on the notification opens the link.
 * Source: https://gotify.net/docs/pushmsg and https://gotify.net/docs/msgextras
 */
export const gotify: HttpSender = {
  request({ message, channel }) {
    const { title, tone, note, link } = message;
    const lines = [
      ...(note === null ? [] : [note]),
      ...allFacts(message).map(({ name, value }) => `${name}: ${value}`),
      ...(link ? [link.url] : []),
    ];
    const body = {
      title,
      message: lines.join('\n'),
      priority: PRIORITIES[tone],
      extras: {
        'client::display': { contentType: 'text/plain' },
        ...(link && { 'client::notification': { click: { url: link.url } } }),
      },
    };
    return postJson(`${channel.url.replace(/\/+$/, '')}/message`, body, { 'x-gotify-key': channel.token });
  },
};
