import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Stored, useStored } from '../../api/stored-api.js';
import { errorMessage } from '../../api/api-error.js';
import { Dialog } from './dialog.js';

interface StoredRowProps<Row> {
  /** Of the row in the API. */
  path: string;
  title: ReactNode;
  onClosed: () => void;
  /** The dialog of the row as it was read. */
  children: (stored: Stored<Row>, readAgain: () => Promise<Stored<Row>>) => ReactNode;
}

/** Reads a row by itself before it is edited: a list leaves members out, and may be old. */
export function StoredRow<Row>({ path, title, onClosed, children }: StoredRowProps<Row>) {
  const { t } = useTranslation();
  const { stored, error, readAgain } = useStored<Row>(path);
  if (stored !== undefined) {
    return children(stored, readAgain);
  }
  return error === undefined ? null : (
    <Dialog
      open
      title={title}
      width={520}
      onClose={onClosed}
      footer={<Button onClick={onClosed}>{t('common.close')}</Button>}
    >
      <p>{errorMessage(error)}</p>
    </Dialog>
  );
}
