import { withVisibleControls } from '@switchyard/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../lib/use-debounced.js';
import { type InventoryFacts, MOST_CHARACTERS } from './inventory-facts.js';

/** How long nobody types before the text is read, in milliseconds. */
const TYPING_MS = 300;

type Kind = 'static' | 'static-yaml';

async function factsOf(kind: Kind, text: string): Promise<InventoryFacts | null> {
  if (text.length > MOST_CHARACTERS) {
    return null;
  }
  return kind === 'static'
    ? (await import('./ini-inventory.js')).iniFacts(text)
    : (await import('./yaml-inventory.js')).yamlFacts(text);
}

/** Read in the browser once nobody types; `null` = nothing is known of this text. */
function useFacts(kind: Kind, text: string): InventoryFacts | null {
  const settled = useDebounced(text, TYPING_MS);
  const [found, setFound] = useState<{ kind: Kind; facts: InventoryFacts | null } | null>(null);
  useEffect(() => {
    let isWanted = true;
    factsOf(kind, settled).then(
      (facts) => isWanted && setFound({ kind, facts }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [kind, settled]);
  return found?.kind === kind ? found.facts : null;
}

/** How many hosts and groups a list has, and which lines Ansible would not read. */
export function InventoryFound({ kind, text }: { kind: Kind; text: string }) {
  const { t } = useTranslation();
  const facts = useFacts(kind, text);
  return (
    <div role="status">
      {facts !== null && text.trim() !== '' && (
        <>
          <p>
            {t('inventory.hostCount', { total: facts.hosts })} · {t('inventory.groupCount', { total: facts.groups })} ·{' '}
            {t('inventory.checkedHere')}
          </p>
          <ul className="sy-found-faults">
            {facts.faults.map(({ line, code, name }) => (
              <li key={`${line} ${code}`} className="sy-field-fault">
                {t('inventory.line', { line })}: {t(`inventory.faults.${code}`, { name: withVisibleControls(name) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
