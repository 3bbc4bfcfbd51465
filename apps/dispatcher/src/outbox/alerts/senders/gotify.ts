import type { AlertMessage } from '../alert-message.js';
import { allFacts, type HttpSender, postJson } from '../http-sender.js';

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
