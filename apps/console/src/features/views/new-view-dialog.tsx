import { ViewInput } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListViewsQuery, useSaveViewMutation } from '../../api/views-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { formIssues } from '../../lib/form-issues.js';

interface Values {
  title: string;
}

interface NewViewDialogProps {
  projectId: number;
  /** Gets the id of the new view. */
  onSaved: (id: number | null) => void;
  onClosed: () => void;
}

/** A view that is made where one is chosen; it becomes the last tab. */
export function NewViewDialog({ projectId, onSaved, onClosed }: NewViewDialogProps) {
  const { t } = useTranslation();
  const { data: views = [] } = useListViewsQuery(projectId);
  const [save] = useSaveViewMutation();
  const position = Math.max(-1, ...views.map((view) => view.position)) + 1;
  return (
    <FormDialog<Values>
      title={t('views.newView')}
      width={520}
      initial={{ title: '' }}
      draft={null}
      submitText={t('common.create')}
      validate={(values) => formIssues(ViewInput, values)}
      onSubmit={async ({ title }) => {
        const saved = await save({ projectId, body: ViewInput.parse({ title, position }) }).unwrap();
        onSaved(saved?.id ?? null);
      }}
      onClosed={onClosed}
    >
      <Form.Item name="title" label={t('views.title')} required>
        <Input autoFocus />
      </Form.Item>
    </FormDialog>
  );
}
