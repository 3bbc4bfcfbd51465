/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it, jest } from '@jest/globals';
import { MAX_ID_TOKENS } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { Button, Form } from 'antd';
import { documentStage } from '../../components/testing/dialog-of.js';
import { person } from '../../components/testing/drawn.js';
import { IdTokenFields } from './id-token-fields.js';

const stage = documentStage();

interface Values {
  id_tokens: { variable: string; audience: string }[];
}

function open(given: Values['id_tokens']) {
  const onFinish = jest.fn<(values: Values) => void>();
  stage.draw(
    <Form<Values> initialValues={{ id_tokens: given }} onFinish={onFinish}>
      <IdTokenFields />
      <Button htmlType="submit">Save</Button>
    </Form>,
  );
  return onFinish;
}

const press = (name: string) => person.click(screen.getByRole('button', { name }));

describe('the ID tokens of a template', () => {
  it('should be added with variable and audience, and removed', async () => {
    const onFinish = open([{ variable: 'OLD', audience: 'old' }]);
    await press('Remove ID token');
    await press('Add ID token');
    await person.type(screen.getByLabelText('Variable'), 'VAULT_ID_TOKEN');
    await person.type(screen.getByLabelText('Audience'), 'https://vault.example');
    await press('Save');
    await waitFor(() => expect(onFinish).toHaveBeenCalled());
    expect(onFinish.mock.calls[0]?.[0]).toEqual({
      id_tokens: [{ variable: 'VAULT_ID_TOKEN', audience: 'https://vault.example' }],
    });
  });

  it('should be as many as the server takes', () => {
    open(Array.from({ length: MAX_ID_TOKENS }, (_, i) => ({ variable: `T${i}`, audience: 'a' })));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add ID token' }).disabled).toBe(true);
  });
});
