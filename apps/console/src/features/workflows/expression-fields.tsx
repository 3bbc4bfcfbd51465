import { MAX_EXPRESSION, MAX_NODE_VARIABLES } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { PairList } from '../../components/forms/pair-list.js';

/** By what a condition decides. */
export function ExpressionField() {
  const { t } = useTranslation();
  return (
    <Form.Item name="expression" label={t('workflow.expression')} required extra={t('workflow.expressionHint')}>
      <Input.TextArea
        className="sy-mono"
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={MAX_EXPRESSION}
        spellCheck={false}
        placeholder={'nodes.build.outputs.version != "1.0"'}
      />
    </Form.Item>
  );
}

/** Variables that a node takes from what nodes before it have published. */
export function VariableFields() {
  const { t } = useTranslation();
  return (
    <PairList
      name="variables"
      legend={t('workflow.variables')}
      members={[
        { name: 'name', label: t('workflow.variable'), placeholder: 'version', isCode: true },
        {
          name: 'expression',
          label: t('workflow.expression'),
          placeholder: 'nodes.build.outputs.version',
          isCode: true,
        },
      ]}
      addText={t('workflow.addVariable')}
      removeText={t('workflow.removeVariable')}
      most={MAX_NODE_VARIABLES}
      hint={t('workflow.variablesHint')}
    />
  );
}
