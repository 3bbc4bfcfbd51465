import DOMPurify, { type Config } from 'dompurify';
import type { Post } from '@switchyard/contracts';
import { Button } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../components/display/moment.js';

/** A post; its text shows once it is opened. */
export function PostCard({ post: { date, image, title, subtitle, text } }: { post: Post }) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const html = useMemo(() => ({ __html: open ? safeHtml(text) : '' }), [open, text]);
  return (
    <article className="po-card" aria-labelledby={id}>
      {image !== '' && <img src={image} alt="" />}
      <span className="sy-text3">
        <Moment value={date} />
      </span>
      <h2 id={id}>{title}</h2>
      {subtitle !== '' && <p className="sy-text2">{subtitle}</p>}
      {open && <div className="po-text" dangerouslySetInnerHTML={html} />}
      {text !== '' && (
        <Button type="link" aria-expanded={open} aria-describedby={id} onClick={() => setOpen(!open)}>
          {open ? t('posts.less') : t('posts.more')}
        </Button>
      )}
    </article>
  );
}

/** Text and its structure, nothing that loads, runs or looks like the console. */
const RULES: Config = {
  ALLOWED_TAGS: ['p', 'br', 'a', 'ul', 'ol', 'li', 'b', 'strong', 'i', 'em', 'code', 'pre', 'blockquote'],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
};

/** The part of foreign HTML that is text, with links that open apart from the console. */
function safeHtml(html: string): string {
  const body = DOMPurify.sanitize(html, { ...RULES, RETURN_DOM: true }) as HTMLElement;
  for (const link of body.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  return body.innerHTML;
}
