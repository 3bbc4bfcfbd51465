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
