import { own } from '@switchyard/contracts';
import { Form } from 'antd';
import { createContext, useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunValues } from './run-values.js';

/** Values with which the earlier task was started; null = the form starts from its template. */
export const EarlierValues = createContext<RunValues | null>(null);

type FieldName = keyof RunValues | readonly ['survey', string];

interface ChangedLabelProps {
  name: FieldName;
  children: ReactNode;
}

/** The label of a field, marked when its value is another than that of the earlier task. */
export function ChangedLabel({ name, children }: ChangedLabelProps) {
  const earlier = useContext(EarlierValues);
  return (
    <>
      {children}
      {earlier !== null && <ChangedMark name={name} earlier={earlier} />}
    </>
  );
}

function ChangedMark({ name, earlier }: { name: FieldName; earlier: RunValues }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<RunValues>();
  const value: unknown = Form.useWatch(typeof name === 'string' ? [name] : [...name], form);
  return value === undefined || isSame(value, valueOf(earlier, name)) ? null : (
    <span className="sy-changed">{t('run.changed')}</span>
  );
}

const valueOf = (values: RunValues, name: FieldName): unknown =>
  typeof name === 'string' ? values[name] : own(values.survey, name[1]);

/** A cleared field holds nothing, whichever way. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one || null) === JSON.stringify(other || null);
