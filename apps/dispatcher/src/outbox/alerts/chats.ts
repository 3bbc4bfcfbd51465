import { escapeSlack } from './escapes.js';
import { allFacts, COLOURS, type HttpSender, postJson } from './http-sender.js';

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
