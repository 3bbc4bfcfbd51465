import { describe, expect, it } from '@jest/globals';
import { escapeHtml, escapeMarkdown, escapeSlack } from './http-sender.js';

const HOSTILE = `<a href="javascript:alert(1)">'&</a> <!channel> @all [x](http://evil) **b** \`c\``;

describe('values of people', () => {
  it('should be no markup of HTML', () => {
    expect(escapeHtml(HOSTILE)).not.toMatch(/[<>"']/);
    expect(escapeHtml('a & b')).toBe('a &#38; b');
  });

  it('should be no link and no mention in Slack', () => {
    expect(escapeSlack(HOSTILE)).not.toMatch(/[<>]/);
    expect(escapeSlack('&lt;')).toBe('&amp;lt;');
  });

  it('should be no link, no mention and no style in Markdown', () => {
    const escaped = escapeMarkdown(HOSTILE);
    expect(escaped).not.toMatch(/(?<!\\)[[\]<>*`]/);
    expect(escaped).not.toMatch(/@all|:\/\//);
    expect(escapeMarkdown('make_all [2.0]')).toBe(String.raw`make\_all \[2.0\]`);
  });
});
