import { ExperimentOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ProjectValues } from './project-values.js';
import { useDemoProject } from './use-demo-project.js';
import { DemoGate } from '../../components/session/demo-gate.js';

/** Offers a demo project within the form of a new one, under the name that was typed there. */
export function DemoOffer({ onMade }: { onMade?: () => void }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<ProjectValues>();
  const { busy, create } = useDemoProject();
  const submit = async (): Promise<void> => {
    if (await create(String(form.getFieldValue('name') ?? ''), () => form.resetFields())) {
      onMade?.();
    }
  };
  return (
    <section className="sy-offer" aria-label={t('project.demoTitle')}>
      <ExperimentOutlined aria-hidden />
      <div className="sy-grow">
        <b>{t('project.demoTitle')}</b>
        <p className="sy-text2">{t('project.demoText')}</p>
      </div>
      <DemoGate>
        <Button loading={busy} onClick={() => void submit()}>
          {t('project.createDemo')}
        </Button>
      </DemoGate>
    </section>
  );
}
