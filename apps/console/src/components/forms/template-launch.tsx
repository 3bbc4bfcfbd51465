import type { Template } from '@switchyard/contracts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { AppMark } from '../brand/app-mark.js';
import { ResourceSelect } from './resource-select.js';
import { type LaunchForm, storedSecrets, type StoredTarget } from './launch-form.js';

interface TemplateLaunchProps {
  templates: readonly Template[];
  launch: LaunchForm;
}

/** The template that is launched later; another choice fills the fields of the launch with the values of that template. */
export function TemplateField({ label, templates, launch }: TemplateLaunchProps & { label: string }) {
  const form = Form.useFormInstance();
  const choose = (id: number | null | undefined): void => {
    const template = templates.find((each) => each.id === id);
    form.setFieldsValue(template ? launch.values(template, null) : {});
  };
  return (
    <Form.Item name="template_id" label={label} required>
      <ResourceSelect
        kind="template"
        onChange={choose}
        rows={templates.map(({ id, name, app }) => ({
          id,
          name,
          label: (
            <span className="sy-name">
              <AppMark app={app} />
              <span className="sy-ellipsis">{name}</span>
            </span>
          ),
        }))}
      />
    </Form.Item>
  );
}

interface LaunchSectionProps extends TemplateLaunchProps {
  title: string;
  hint?: ReactNode;
  row: StoredTarget | null;
}

/** Fields that the template lets a launch set, once it is chosen. */
export function LaunchSection({ title, hint, templates, launch, row }: LaunchSectionProps) {
  const id = Form.useWatch<number | undefined>('template_id', Form.useFormInstance());
  const template = templates.find((each) => each.id === id);
  return (
    template && (
      <>
        <div className="sy-section">
          <h3>{title}</h3>
        </div>
        {hint}
        {launch.fields(template, storedSecrets(row, id))}
      </>
    )
  );
}
