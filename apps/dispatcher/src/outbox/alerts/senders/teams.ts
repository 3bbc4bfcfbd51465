import { escapeMarkdown } from '../escapes.js';
import { allFacts, type HttpSender, postJson } from '../http-sender.js';
import type { AlertMessage } from '../alert-message.js';

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
