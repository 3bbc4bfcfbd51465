import { Skeleton } from 'antd';
import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeFieldProps } from './code-field-props.js';
import './code-field.css';

/** The editor, or a plain field where its code cannot be loaded. */
const Editor = lazy(() =>
  import('./editor.js').then(
    ({ Editor: loaded }) => ({ default: loaded }),
    async () => ({ default: (await import('./plain-field.js')).PlainField }),
  ),
);

/** A field for YAML, JSON or INI; its editor is loaded when it is first needed. */
export function CodeField(props: CodeFieldProps) {
  const { t } = useTranslation();
  const helpId = useId();
  return (
    <>
      <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} title={false} />}>
        <Editor {...props} helpId={helpId} />
      </Suspense>
      <p id={helpId} className="sy-code-help">
        {t('editor.keys')}
      </p>
    </>
  );
}
