import { Form } from 'antd';
import type { ReactElement } from 'react';
import type { EnvironmentValues } from './environment-values.js';

interface SectionFieldProps {
  name: 'extra' | 'env' | 'secrets';
  /** The field. @param isChecked a save found a fault in it */
  children: (isChecked: boolean) => ReactElement;
}

/** A section of the form with its fault under it; the lines mark their own. */
export function SectionField({ name, children }: SectionFieldProps) {
  return (
    <Form.Item<EnvironmentValues> noStyle shouldUpdate>
      {({ getFieldError }) => {
        const [fault] = getFieldError(name);
        return (
          <>
            <Form.Item<EnvironmentValues> name={name} noStyle validateStatus="">
              {children(fault !== undefined)}
            </Form.Item>
            <p className="sy-field-fault" role="alert">
              {fault}
            </p>
          </>
        );
      }}
    </Form.Item>
  );
}
