import type { AlertFacts, OpenChannel, AlertBody } from '@switchyard/contracts';
import type { OutboundAnswer, OutboundRequest } from '@switchyard/server';
import type { AlertMessage } from './alert-message.js';
import { signedPost } from '../http.js';

/** An alert on its way to one channel. */
export interface OutgoingAlert {
  /** Id of the message, the same in every try. */
  id: string;
  facts: AlertFacts;
  message: AlertMessage;
  channel: OpenChannel;
}

/** How a kind of channel is called. */
export interface HttpSender {
  request: (alert: OutgoingAlert) => OutboundRequest;
  /** False for an answer that reports a fault with a status of success. */
  accepts?: (answer: OutboundAnswer) => boolean;
}

/** A POST of JSON. */
export const postJson = (url: string, body: object, headers: Record<string, string> = {}): OutboundRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Colours of the bar beside a message. */
export const COLOURS: Readonly<Record<AlertMessage['tone'], string>> = {
  bad: '#cf222e',
  attention: '#bf8700',
  good: '#1a7f37',
  neutral: '#57606a',
};

/** The facts, the failing line among them. */
export const allFacts = ({ facts, line }: AlertMessage) => (line ? [...facts, line] : facts);

/** The alert as it is, as `AlertBody` of the contracts, signed with the token of the channel. */
export const signedJson: HttpSender = {
  request({ id, facts, message, channel }) {
    const body: AlertBody = { ...facts, link: message.link?.url ?? null };
    return signedPost(channel.url, body, { id, secret: channel.token });
  },
};

/** HTML of a mail, and of Telegram, whose texts and attributes take the same entities. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

/**
 * Slack: three characters control links and mentions such as `<!channel>`.
 * Source: https://api.slack.com/reference/surfaces/formatting#escaping
 */
export const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Has no width and joins what stands beside it. */
const JOINER = '\u2060';

/**
 * One line of Markdown for Teams, DingTalk and Rocket.Chat: a backslash takes away the meaning of punctuation (CommonMark,
 * 2.4). Mentions and addresses, which some of them find without markup, are parted by a joiner.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>#+~|]/g, String.raw`\$&`)
    .replaceAll('@', `@${JOINER}`)
    .replaceAll('://', `:${JOINER}//`);
