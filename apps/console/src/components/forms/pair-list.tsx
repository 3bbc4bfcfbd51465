import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import { useId } from 'react';
import { IconButton } from '../actions/icon-button.js';

/** One of the two texts of each pair. */
interface PairMember {
  name: string;
  label: string;
  placeholder: string;
  /** Set for what a machine reads: names of variables, values. */
  isCode?: boolean;
}

interface PairListProps {
  /** Member of the form that holds the pairs. */
  name: string;
  legend: string;
  members: readonly [PairMember, PairMember];
  addText: string;
  removeText: string;
  /** Most pairs; absent = the server alone bounds them. */
  most?: number;
  hint?: string;
}

/** Pairs of texts within a form, which are added and removed one by one. */
export function PairList({ name: list, legend, members, addText, removeText, most, hint }: PairListProps) {
  const [faultsId, hintId] = [useId(), useId()];
  const blank = Object.fromEntries(members.map(({ name }) => [name, '']));
  return (
    <Form.List name={list}>
      {(fields, { add, remove }, { errors }) => (
        <fieldset className="sy-fieldset" data-field={list} aria-describedby={hint && hintId}>
          <legend>{legend}</legend>
          <div className="sy-pairs">
            {fields.map(({ key, name }) => (
              <div key={key} className="sy-pair-fields">
                {members.map((member) => (
                  <PairField key={member.name} {...member} at={name} />
                ))}
                <IconButton label={removeText} icon={<DeleteOutlined aria-hidden />} onClick={() => remove(name)} />
              </div>
            ))}
            <div id={faultsId}>
              <Form.ErrorList errors={errors} />
            </div>
            <Button
              size="small"
              disabled={most !== undefined && fields.length >= most}
              aria-describedby={errors.length > 0 ? faultsId : undefined}
              icon={<PlusOutlined aria-hidden />}
              onClick={() => add(blank)}
            >
              {addText}
            </Button>
          </div>
          {hint && (
            <p id={hintId} className="sy-form-hint">
              {hint}
            </p>
          )}
        </fieldset>
      )}
    </Form.List>
  );
}

function PairField({ at, name, label, placeholder, isCode = false }: PairMember & { at: number }) {
  return (
    <Form.Item name={[at, name]}>
      <Input
        className={isCode ? 'sy-mono' : undefined}
        spellCheck={!isCode}
        aria-label={label}
        placeholder={placeholder}
      />
    </Form.Item>
  );
}
