import type { Project } from '@switchyard/contracts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteProjectDialog } from './delete-project-dialog.js';
import { SealedBackupDialog } from './sealed-backup-dialog.js';
import { useBackup } from './use-backup.js';
import { useClearProjectCache } from './use-clear-project-cache.js';
import { DemoGate } from '../../components/session/demo-gate.js';

function Deed({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="sy-danger-row">
      <p className="sy-grow sy-text2">{text}</p>
      {children}
    </div>
  );
}

interface DangerZoneProps {
  project: Project;
  onDeleted: () => void;
}

/** The project as a file, and what cannot be undone: its cache, and the project. */
export function DangerZone({ project, onDeleted }: DangerZoneProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'delete' | 'secrets' | null>(null);
  const onClosed = (): void => setAsked(null);
  const runsTasks = project.type !== 'premium';
  const { busy, progress, clear } = useClearProjectCache(project.id);
  const { busy: exporting, backup } = useBackup(project.id);
  return (
    <section className="sy-danger" aria-labelledby="danger-zone">
      <h2 id="danger-zone">{t('project.dangerZone')}</h2>
      {runsTasks && (
        <>
          <Deed text={t('project.backupText')}>
            <Button loading={exporting} onClick={() => void backup()}>
              {t('project.backup')}
            </Button>
            <Button onClick={() => setAsked('secrets')}>{t('project.backupSecrets')}</Button>
          </Deed>
          <Deed text={t('project.clearCacheText')}>
            <DemoGate>
              <Button danger loading={busy} onClick={() => void clear()}>
                {progress
                  ? t('project.clearProgress', { done: progress.done, count: progress.of })
                  : t('project.clearCache')}
              </Button>
            </DemoGate>
          </Deed>
        </>
      )}
      <Deed text={runsTasks ? t('project.deleteText') : t('project.deleteSubscriptionText')}>
        <Button danger onClick={() => setAsked('delete')}>
          {t('project.delete')}
        </Button>
      </Deed>
      {asked === 'secrets' && <SealedBackupDialog projectId={project.id} onClosed={onClosed} />}
      {asked === 'delete' && <DeleteProjectDialog project={project} onClosed={onClosed} onDeleted={onDeleted} />}
    </section>
  );
}
