import type { AccessGrant } from '@switchyard/contracts';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { GrantName } from './grant-facts.js';

interface MadeGrantsProps {
  grants: readonly AccessGrant[];
  /** Ids of those that shall end. */
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Grants by somebody that still act: which of them end with the account. */
export function MadeGrants({ grants, chosen, onChange }: MadeGrantsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="sy-made-grants">
      <legend>{t('access.alsoEnds')}</legend>
      <Checkbox.Group<number>
        value={[...chosen]}
        onChange={onChange}
        options={grants.map((grant) => ({
          value: grant.id,
          label: (
            <>
              <GrantName grant={grant} />
              {grant.project_name !== null && <span className="sy-text2"> ({grant.project_name})</span>}
            </>
          ),
        }))}
      />
    </fieldset>
  );
}
