import type { Post } from '@switchyard/contracts';
import { Button } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../components/display/moment.js';
import { safeHtml } from './safe-html.js';

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
