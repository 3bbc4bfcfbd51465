import {
  ApartmentOutlined,
  BranchesOutlined,
  CalendarOutlined,
  ClusterOutlined,
  KeyOutlined,
  LinkOutlined,
  PlayCircleOutlined,
} from '@ant-design/icons';
import { type ObjectReferences, withVisibleControls } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DeletedThing } from '../../api/resources-api.js';

interface Section {
  icon: ReactNode;
  /** Page of one entry under the project. */
  path: (id: number) => string;
}

const sections: Readonly<Record<keyof ObjectReferences, Section>> = {
  templates: { icon: <PlayCircleOutlined aria-hidden />, path: (id) => `templates/${id}` },
  inventories: { icon: <ClusterOutlined aria-hidden />, path: (id) => `inventory?open=${id}` },
  repositories: { icon: <BranchesOutlined aria-hidden />, path: (id) => `repositories?open=${id}` },
  integrations: { icon: <LinkOutlined aria-hidden />, path: (id) => `integrations/${id}` },
  schedules: { icon: <CalendarOutlined aria-hidden />, path: (id) => `schedule?open=${id}` },
  access_keys: { icon: <KeyOutlined aria-hidden />, path: (id) => `keys?open=${id}` },
  workflows: { icon: <ApartmentOutlined aria-hidden />, path: (id) => `workflows/${id}` },
};

const order = Object.keys(sections) as (keyof ObjectReferences)[];

interface ReferenceListProps {
  projectId: number;
  thing: DeletedThing;
  references: ObjectReferences;
  onFollow: () => void;
}

/** The resources that still use an object, by kind, with links. */
export function ReferenceList({ projectId, thing, references, onFollow }: ReferenceListProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className="sy-text2">{t(`delete.inUse.${thing}`)}</p>
      {order
        .filter((section) => references[section].length > 0)
        .map((section) => (
          <section key={section}>
            <h3 className="sy-refs-heading">{t(`delete.section.${section}`)}</h3>
            <ul className="sy-refs">
              {references[section].map(({ id, name }) => (
                <li key={id}>
                  {sections[section].icon}
                  <Link to={`/project/${projectId}/${sections[section].path(id)}`} onClick={onFollow}>
                    {withVisibleControls(name)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}
