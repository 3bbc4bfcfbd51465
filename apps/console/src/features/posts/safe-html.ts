import DOMPurify, { type Config } from 'dompurify';

/** Text and its structure, nothing that loads, runs or looks like the console. */
const RULES: Config = {
  ALLOWED_TAGS: ['p', 'br', 'a', 'ul', 'ol', 'li', 'b', 'strong', 'i', 'em', 'code', 'pre', 'blockquote'],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
};

/** The part of foreign HTML that is text, with links that open apart from the console. */
export function safeHtml(html: string): string {
  const body = DOMPurify.sanitize(html, { ...RULES, RETURN_DOM: true }) as HTMLElement;
  for (const link of body.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  return body.innerHTML;
}
