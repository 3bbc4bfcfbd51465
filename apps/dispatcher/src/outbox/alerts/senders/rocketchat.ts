import { escapeMarkdown } from '../escapes.js';
import { allFacts, COLOURS, type HttpSender, postJson } from '../http-sender.js';

/** A fact that is this short shares its row. */
const SHORT = 40;

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
