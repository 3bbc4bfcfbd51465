import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListAppsQuery } from '../api/apps-api.js';
import { AppMark } from '../components/brand/app-mark.js';
import { appTitle } from '../components/brand/app-title.js';
import { Dialog } from '../components/dialogs/dialog.js';
import { NewTemplate } from './new-template.js';
import type { TemplateValues } from '../features/templates/template-values.js';

interface AppDialogProps {
  onChoose: (app: string) => void;
  onClosed: () => void;
}

/** App that a new template runs. */
function AppDialog({ onChoose, onClosed }: AppDialogProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const [chosen, setChosen] = useState<string | null>(null);
  const { data = [] } = useListAppsQuery();
  const active = data.filter((app) => app.active);
  const choose = (app: string | null): void => {
    setChosen(app);
    setOpen(false);
  };
  return (
    <Dialog
      open={open}
      width={440}
      title={t('template.new')}
      onClose={() => choose(null)}
      afterClose={() => (chosen === null ? onClosed() : onChoose(chosen))}
      footer={<Button onClick={() => choose(null)}>{t('common.cancel')}</Button>}
    >
      {active.map((app) => (
        <button key={app.id} type="button" className="sy-menu-item" onClick={() => choose(app.id)}>
          <AppMark app={app.id} />
          {appTitle(app)}
        </button>
      ))}
      {active.length === 0 && <p className="sy-text2">{t('template.noActiveApp')}</p>}
    </Dialog>
  );
}

interface NewTemplateDialogProps {
  projectId: number;
  type: TemplateValues['type'];
  onSaved: (id: number | null) => void;
  onClosed: () => void;
}

/** A new template over another form: what it runs is chosen first. */
export function NewTemplateDialog({ onClosed, ...template }: NewTemplateDialogProps) {
  const [app, setApp] = useState<string | null>(null);
  return app === null ? (
    <AppDialog onChoose={setApp} onClosed={onClosed} />
  ) : (
    <NewTemplate {...template} app={app} onClosed={onClosed} />
  );
}
