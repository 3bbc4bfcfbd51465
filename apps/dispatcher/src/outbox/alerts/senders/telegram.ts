import { escapeHtml } from '../escapes.js';
import { type HttpSender, postJson } from '../http-sender.js';

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
