import { Form } from 'antd';
import { useId, type ReactElement } from 'react';
import type { EnvironmentValues } from './environment-values.js';

interface SectionFieldProps {
  name: 'extra' | 'env' | 'secrets';
  /** The field. @param faultId of the text of the fault that a save found in it */
  children: (faultId: string | undefined) => ReactElement;
}

/** A section of the form with its fault under it; the lines mark their own. */
export function SectionField({ name, children }: SectionFieldProps) {
  const faultId = useId();
  return (
    <Form.Item<EnvironmentValues> noStyle shouldUpdate>
      {({ getFieldError }) => {
        const [fault] = getFieldError(name);
        return (
          <div data-field={name}>
            <Form.Item<EnvironmentValues> name={name} noStyle validateStatus="">
              {children(fault === undefined ? undefined : faultId)}
            </Form.Item>
            <p id={faultId} className="sy-field-fault" role="alert">
              {fault}
            </p>
          </div>
        );
      }}
    </Form.Item>
  );
}
