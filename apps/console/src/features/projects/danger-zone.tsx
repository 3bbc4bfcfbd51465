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

/** The project as a file, and its cache, which the next tasks make again. */
export function BackupAndCache({ project }: { project: Project }) {
  const { t } = useTranslation();
  const [asksSecrets, setAsksSecrets] = useState(false);
  const { busy, progress, clear } = useClearProjectCache(project.id);
  const { busy: exporting, backup } = useBackup(project.id);
  return (
    <section className="sy-danger" aria-labelledby="backup">
      <h2 id="backup">{t('project.parts.backup')}</h2>
      <Deed text={t('project.backupText')}>
        <Button loading={exporting} onClick={() => void backup()}>
          {t('project.backup')}
        </Button>
        <Button onClick={() => setAsksSecrets(true)}>{t('project.backupSecrets')}</Button>
      </Deed>
      <Deed text={t('project.clearCacheText')}>
        <DemoGate>
          <Button loading={busy} onClick={() => void clear()}>
            {progress
              ? t('project.clearProgress', { done: progress.done, count: progress.of })
              : t('project.clearCache')}
          </Button>
        </DemoGate>
      </Deed>
      {asksSecrets && <SealedBackupDialog projectId={project.id} onClosed={() => setAsksSecrets(false)} />}
    </section>
  );
}

interface DangerZoneProps {
  project: Project;
  onDeleted: () => void;
}

/** Actions that cannot be undone. */
export function DangerZone({ project, onDeleted }: DangerZoneProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const runsTasks = project.type !== 'premium';
  return (
    <section className="sy-danger" aria-labelledby="danger-zone">
      <h2 id="danger-zone">{t('project.dangerZone')}</h2>
      <Deed text={runsTasks ? t('project.deleteText') : t('project.deleteSubscriptionText')}>
        <Button danger onClick={() => setAsked(true)}>
          {t('project.delete')}
        </Button>
      </Deed>
      {asked && <DeleteProjectDialog project={project} onClosed={() => setAsked(false)} onDeleted={onDeleted} />}
    </section>
  );
}
