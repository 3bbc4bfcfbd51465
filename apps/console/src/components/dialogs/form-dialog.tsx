import { Alert, Button, Form, type FormInstance } from 'antd';
import { useCallback, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormIssue, Placing } from '../../lib/form-issues.js';
import { isSame } from '../../lib/form-differences.js';
import { typedStatus, useUnsaved } from '../../lib/unsaved.js';
import { DraftNote } from '../forms/draft-note.js';
import type { DraftForm } from '../forms/draft-keeping.js';
import { useDraft } from '../forms/use-draft.js';
import { ConflictNote } from '../forms/conflict-note.js';
import { RequiredMark } from '../forms/required-mark.js';
import { LateValues, type PutLateValue } from '../forms/late-value.js';
import type { Edited } from '../forms/use-conflict.js';
import { useFormIssues } from '../forms/use-form-issues.js';
import { useSubmit } from '../forms/use-submit.js';
import { Dialog } from './dialog.js';
import { DiscardDialog } from './discard-dialog.js';
import { type Question, QuestionDialog, useQuestion } from './question-dialog.js';
import { useIsDemo } from '../session/demo-gate.js';
import { DemoNote } from '../session/demo-note.js';

interface FormDialogProps<Values extends object> {
  title: ReactNode;
  width: 520 | 800 | 1200;
  initial: Values;
  /** Where it is of a stored row. */
  edited?: Edited<Values> | undefined;
  /** Name under which typed values are kept in this browser; `null` = never: it holds secrets alone, or is part of another form. */
  draft: DraftForm<Values> | null;
  submitText: string;
  /** Faults of the current values; checked on the first save and after each later change. */
  validate: (values: Values) => FormIssue[];
  /** Where fields have other names than the members of the request. */
  place?: Placing;
  /**
   * Sends the values; what it throws is shown in the dialog, which stays open.
   * @param tag the state of the row that is edited, `null` without one
   */
  onSubmit: (values: Values, tag: string | null) => Promise<unknown>;
  /** Question before such values are saved; `null` = none. It is asked once. */
  question?: (values: Values) => Question | null;
  /** Called once the dialog has left the screen, after a save or a cancel. */
  onClosed: () => void;
  /** A server in demo mode does it, too. */
  inDemo?: boolean;
  /** It can fill the screen; the choice is kept by this name. */
  fullScreen?: string;
  /** Left side of the footer. */
  aside?: ReactNode;
  children: ReactNode | ((form: FormInstance<Values>) => ReactNode);
}

/** The values, whether the dialog is open, and what must be asked before it closes. */
function useFormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { edited, validate, onSubmit } = props;
  const [initial] = useState(props.initial);
  const untouched = useRef<object>(initial);
  const [form] = Form.useForm<Values>();
  const putLate = useCallback<PutLateValue>(
    (name, value) => {
      untouched.current = { ...untouched.current, [name]: value };
      (form as FormInstance).setFieldValue(name, value);
    },
    [form],
  );
  const [open, setOpen] = useState(true);
  const [asked, setAsked] = useState(false);
  const issues = useFormIssues(form, validate, props.place);
  const draft = useDraft({ form, draft: props.draft, initial, edited, untouched });
  const { conflict } = draft;
  const values = (): Values => form.getFieldsValue(true) as Values;
  const { busy, failure, submit } = useSubmit(issues, async () => {
    await conflict.save((tag) => onSubmit(values(), tag));
    draft.end();
    setOpen(false);
  });
  const question = useQuestion(() => (issues.check() ? (props.question?.(values()) ?? null) : null), submit);
  const isTyped = (): boolean =>
    open && (draft.draft !== null || form.isFieldsTouched()) && !isSame(values(), untouched.current);
  const isUnsaved = (): boolean => !busy && isTyped();
  useUnsaved(() => typedStatus(isTyped(), busy), draft.end);
  const close = (): void => {
    draft.end();
    setAsked(false);
    setOpen(false);
  };
  return {
    draft,
    changed: () => {
      issues.recheck();
      draft.changed();
    },
    form,
    putLate,
    open,
    asked,
    conflict,
    busy,
    question,
    close,
    alert: failure ?? issues.unplaced,
    /** Escape and the cross; a save that runs is waited for. */
    leave: () => (isUnsaved() ? setAsked(true) : busy ? undefined : close()),
    stay: () => setAsked(false),
  };
}

/** A form in a dialog. Validation is lazy: on the first save and then with every change. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, width, submitText, onClosed, inDemo = false, fullScreen, aside, children } = props;
  const { t } = useTranslation();
  const refused = useIsDemo() && !inDemo;
  const formName = useId();
  const { form, conflict, draft, busy, question, alert, ...dialog } = useFormDialog(props);
  return (
    <Dialog
      open={dialog.open}
      title={title}
      width={width}
      onClose={dialog.leave}
      afterClose={onClosed}
      focusesField
      fullScreen={fullScreen}
      footer={
        <div className="sy-dialog-foot">
          <div className="sy-dialog-aside">{aside}</div>
          <Button onClick={dialog.close}>{t('common.cancel')}</Button>
          <Button type="primary" disabled={refused} loading={busy} onClick={() => void question.submit()}>
            {submitText}
          </Button>
        </div>
      }
    >
      {refused && <DemoNote />}
      {alert !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={alert} />}
      <DraftNote draft={draft.draft} onDiscard={draft.discard} />
      {conflict.differences !== null && (
        <ConflictNote
          key={conflict.round}
          formName={formName}
          differences={conflict.differences}
          onChoose={conflict.choose}
        />
      )}
      <Form<Values>
        name={formName}
        form={form}
        layout="vertical"
        initialValues={draft.start}
        requiredMark={RequiredMark}
        autoComplete="off"
        onValuesChange={dialog.changed}
        onFinish={() => void question.submit()}
      >
        <LateValues value={dialog.putLate}>{typeof children === 'function' ? children(form) : children}</LateValues>
        <button type="submit" hidden aria-hidden disabled={refused} tabIndex={-1} />
      </Form>
      <QuestionDialog asked={question.asked} button={submitText} onYes={question.confirm} onNo={question.withdraw} />
      <DiscardDialog open={dialog.asked} onKeep={dialog.stay} onDiscard={dialog.close} />
    </Dialog>
  );
}
