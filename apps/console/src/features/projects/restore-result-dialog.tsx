import { KeyOutlined } from '@ant-design/icons';
import { type RestoredProject, withVisibleControls } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Dialog } from '../../components/dialogs/dialog.js';

interface RestoreResultDialogProps {
  result: RestoredProject;
  onClose: () => void;
}

/** Objects that a restore has made, and the keys that wait for their secrets. */
export function RestoreResultDialog({ result, onClose }: RestoreResultDialogProps) {
  const { t } = useTranslation();
  const { id, projectName, emptyKeys, keys } = result;
  return (
    <Dialog
      open
      title={t('restore.resultTitle')}
      width={400}
      onClose={onClose}
      footer={
        <div className="sy-dialog-foot">
          <div className="sy-dialog-aside" />
          <Button type="primary" onClick={onClose}>
            {t('restore.open')}
          </Button>
        </div>
      }
    >
      <Alert className="sy-dialog-alert" type="success" showIcon title={t('restore.success', { name: projectName })} />
      {emptyKeys > 0 && (
        <>
          <p>{t('restore.emptyKeys', { count: emptyKeys })}</p>
          <ul className="sy-refs sy-restore-keys">
            {keys.map((key) => (
              <li key={key.id}>
                <KeyOutlined aria-hidden />
                <Link to={`/project/${id}/keys?open=${key.id}`}>{withVisibleControls(key.name)}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
